import { expect, test } from "vitest";
import { NOUNS, VERBS } from "../src/cli/verbs/nouns.ts";
import type { SaldoWorld } from "../src/client/saldo-client.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { commandInProcess } from "./command-in-process.ts";

const firstWord = ({ usage }: { readonly usage: string }) => usage.split(" ", 1).join();
const all = [
  ...Object.entries(NOUNS).flatMap(([noun, [, ...verbs]]) => verbs.map((one) => `${noun} ${firstWord(one)}`)),
  ...VERBS.map(firstWord),
];

/** What is newest, for the words that ask for an identifier. */
const newest: Readonly<Record<string, (world: SaldoWorld) => Promise<string | undefined>>> = {
  $charge: async ({ charges }) => (await charges.list()).charges[0]?.chargeId,
  $withdrawal: async ({ api }) => (await api.GET("/account-balance/withdrawals")).data?.data[0]?.withdrawId,
  $webhook: async ({ webhooks }) => (await webhooks.list())[0]?.webhookId,
  $world: async ({ control }) =>
    (await control.GET("/worlds")).data?.worlds.find(({ fixture }) => fixture === "busy")?.worldId,
  $position: async ({ clock }) => String((await clock.read()).position),
  $delivery: async ({ webhooks }) => (await webhooks.deliveries())[0]?.deliveryId,
};

/** Each verb at least once, where it has something to do, and what it prints. */
const story: readonly (readonly [words: string, printed: RegExp])[] = [
  ["clock read", /^clock +frozen$/m],
  ["clock to 2026-03-02T12:05:00Z", /12:05:00/],
  ["clock run --rate 60", /^clock +running$/m],
  ["clock freeze", /^clock +frozen$/m],
  ["bookmark set before", /^bookmark +before$/m],
  ["bookmark list", /^before +\d+/m],
  ["charge create 80000 --paid --external-id order-7", /^status +PAID$/m],
  ["charge chargeback $charge", /^status +PAID$/m],
  ["charge create 70000 --paid", /^status +PAID$/m],
  ["charge refund $charge", /^status +REFUNDED$/m],
  ["charge create 60000", /^status +PENDING$/m],
  ["charge expire $charge", /^status +EXPIRED$/m],
  ["charge create 50000", /^status +PENDING$/m],
  ["charge pay $charge", /^status +PAID$/m],
  ["charge list", /R\$ 500,00/],
  ["clock next", /attempt/],
  ["clock advance PT10M", /deactivated/],
  ["webhook list", / not active /],
  ["webhook reactivate $webhook", /^state +active$/m],
  ["webhook redeliver $delivery", /on its way/],
  ["webhook deliveries", / NO_ROUTE /],
  ["withdrawal open 1000", /^status +CREATED$/m],
  ["inbox list --wait 60", /^\d{6} +wdr_/m],
  ["withdrawal confirm $withdrawal", /^status +PENDING_REVIEW$/m],
  ["withdrawal approve $withdrawal", /^status +APPROVED$/m],
  ["withdrawal settle $withdrawal", /^status +CONFIRMED$/m],
  ["withdrawal open 1000", /^status +CREATED$/m],
  ["withdrawal confirm $withdrawal", /^status +PENDING_REVIEW$/m],
  ["withdrawal decline $withdrawal", /^status +CANCELLED$/m],
  ["withdrawal open 1000", /^status +CREATED$/m],
  ["withdrawal confirm $withdrawal", /^status +PENDING_REVIEW$/m],
  ["withdrawal approve $withdrawal", /^status +APPROVED$/m],
  ["withdrawal settle $withdrawal --failed closed", /^status +FAILED$/m],
  ["withdrawal list", / CONFIRMED +R\$ 10,00 /],
  ["fault add reset --operation getBalance", /^fault +flt_/m],
  ["fault add status --operation getBalance --status 429 --header Retry-After:2 --json", /"Retry-After": *"2"/],
  ["fault add rate-limit --requests 60 --per PT1M", /^per +PT1M$/m],
  ["fault list", / reset +getBalance /],
  ["fault clear", /^All faults are removed\.$/m],
  ["preset list", /^slow-bank /m],
  ["preset apply slow-bank", /^charges paid +0$/m],
  ["statement", /^closing +R\$/m],
  ["rewind before", /^now +2026-03-02T12:05/m],
  ["compare $position", /^common +\d+$/m],
  ["bookmark remove before", /^Removed\.$/m],
  ["reset", /^now +2026-03-02T12:00/m],
  ["world new --fixture fixtures/worlds/pending-review.yaml --frozen", /^world +[\w-]{36}$/m],
  ["world new --fixture busy", /^world +[\w-]{36}$/m],
  ["world list", / busy +/],
  ["world delete $world", /is deleted\.$/m],
];

test("every verb does its work against a running sandbox", async () => {
  await using sandbox = await startSandbox();
  await sandbox.settings.change({ manualApproval: true });
  await sandbox.ask("POST", "/webhook", { name: "ERP", url: "https://erp.acme.dev", events: ["charge.paid"] });
  const variables = { SALDO_URL: sandbox.url, SALDO_API_KEY: sandbox.apiKey };
  for (const [words, printed] of story) {
    const asked = words.split(" ").map(async (word) => (await newest[word]?.(sandbox)) ?? word);
    const { code, stdout, stderr } = await commandInProcess(await Promise.all(asked), variables);
    expect([code, stderr, stdout], words).toEqual([0, "", expect.stringMatching(printed)]);
    expect(stdout, words).not.toMatch(/undefined|NaN|\[object/);
  }
  const done = new Set(story.map(([words]) => all.find((verb) => `${words} `.startsWith(`${verb} `))));
  expect(all.filter((verb) => !done.has(verb))).toEqual([]);
});
