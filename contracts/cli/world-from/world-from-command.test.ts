import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { type Ask, asker } from "../../../src/client/connection.ts";
import type { SaldoWorld } from "../../../src/client/saldo-client.ts";
import { harEntry, harFile } from "../../../src/report/har.ts";
import { startSandbox } from "../../../src/testing/start-sandbox.ts";
import { commandInProcess } from "../../../test/command-in-process.ts";
import { folderOfTests } from "../../../test/folder-of-tests.ts";
import { Account } from "../../../test/rules/account.ts";
import { sandboxOfTests } from "../../../test/sandbox-of-tests.ts";

const folder = folderOfTests();
const other = await sandboxOfTests();

const worldFrom = (...words: readonly string[]) =>
  commandInProcess(["world", "from", ...words], { SALDO_URL: other.url, SALDO_API_KEY: other.apiKey });

/** A world whose receiver is in this process. */
const recordedWorld = () => startSandbox({ deliverTo: async () => new Response() });

async function recordingOf(saldo: SaldoWorld): Promise<string> {
  const file = join(folder, "traffic.har");
  await writeFile(file, JSON.stringify(await saldo.history.har()));
  return file;
}

/** What an integrator sees of a company, without identifiers and the times at which they were made up. */
async function stateOf(ask: Ask) {
  const [balance, history, hooks] = [
    await ask("GET", "/account-balance"),
    await ask("GET", "/account-balance/withdrawals"),
    await ask("GET", "/webhook"),
  ].map((answer) => Object(answer.at("data")));
  return {
    balance: balance.balance,
    reserved: balance.reservedBalance,
    withdrawals: history.map((row: object) => `${Reflect.get(row, "status")} ${Reflect.get(row, "value")}`),
    webhooks: hooks.map((row: object) => Reflect.get(row, "events")),
  };
}

test("a world has the state that a recording implies, and none of its people, keys and secrets", async () => {
  await using saldo = await recordedWorld();
  const account = new Account(saldo.ask);
  const { webhookId, secret } = await account.webhook(["charge.paid", "charge.pending"], "https://pay.real.dev/in");
  const customer = { name: "João Real", email: "joao@real.dev", phone: "+5511912345678" };
  await account.charge({ total: 90_000, paid: true, externalId: "order-7", customer });
  await account.charge({ total: 5_000, externalId: "order-8", expiresIn: "PT2H" });
  await account.openConfirmed(20_000);
  const open = await account.open(3_000);
  const [wrong = ""] = await account.wrongCodes(open, 1);
  await account.confirm(open, wrong);
  await account.quiet();
  const state = await stateOf(saldo.ask);

  const file = await recordingOf(saldo);
  const { code, stdout, stderr } = await worldFrom("--har", file);
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining("Identifiers, codes, people, keys and secrets are made up.\n"),
  ]);
  const apiKey = /^key +(\S+)$/m.exec(stdout)?.[1] ?? null;
  const ask = asker({ url: other.url, apiKey });
  expect(await stateOf(ask)).toEqual(state);
  const charge = expect.objectContaining({ paymentStatus: "PENDING", total: 5_000, externalId: "order-8" });
  expect((await ask("GET", "/sandbox/charges")).at("charges")).toContainEqual(charge);
  const made = new Account(ask);
  // The open withdrawal ends as it would have: with the code that this world has sent.
  const [withdrawId = ""] = (await made.history()).map((row) => String(row.withdrawId));
  expect((await made.confirm(withdrawId, await made.code(withdrawId))).status).toBe(200);

  const told = JSON.stringify(await (await other.control.GET("/worlds")).data) + stdout + stderr;
  const { stdout: fixture } = await worldFrom("--har", file, "--save", "-");
  for (const own of [saldo.apiKey, secret, webhookId, open, "real.dev", "João", customer.phone, wrong]) {
    expect(told + fixture).not.toContain(own);
  }
});

test("the fixture that it writes begins a sandbox", async () => {
  await using saldo = await recordedWorld();
  await new Account(saldo.ask).openConfirmed(20_000);
  const state = await stateOf(saldo.ask);
  const fixture = join(folder, "prod.yaml");
  expect(await worldFrom("--har", await recordingOf(saldo), "--save", fixture)).toMatchObject({ code: 0, stdout: "" });
  await using begun = await startSandbox({ fixture: parse(await readFile(fixture, "utf8")) });
  expect(await stateOf(begun.ask)).toEqual(state);
});

/** Enters a code for the newest withdrawal, if that awaits one. */
async function enter(account: Account, codeOf: (withdrawId: string) => Promise<string | undefined>) {
  const [newest] = await account.history();
  const id = String(newest?.withdrawId);
  if (newest?.status === "CREATED") await account.confirm(id, (await codeOf(id)) ?? "");
}

/** What a company, its customers and its bank can do. */
const steps: Readonly<Record<string, (account: Account, cents: number) => Promise<unknown>>> = {
  open: (account, cents) => account.initiate(cents),
  confirm: (account) => enter(account, (id) => account.code(id)),
  mistype: (account) => enter(account, async (id) => (await account.wrongCodes(id, 1))[0]),
  cancel: async (account) => {
    const [newest] = await account.history();
    if (newest !== undefined) await account.cancel(String(newest.withdrawId));
  },
  earn: (account, cents) => account.charge({ total: cents, paid: true }),
  owe: (account, cents) => account.charge({ total: cents }),
  wait: (account) => account.advance({ by: "PT2M" }),
  look: (account) => account.balance(),
};

test("of every recording that ends with a look at balance and history, the world shows the same", async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.integer({ min: 500, max: 60_000 }));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (story) => {
      await using saldo = await recordedWorld();
      const account = new Account(saldo.ask);
      await account.webhook(["charge.paid", "charge.pending", "charge.expired", "withdraw.completed"]);
      for (const [name, cents] of story) await steps[name]?.(account, cents);
      await account.quiet();
      const state = await stateOf(saldo.ask);
      const { code, stdout, stderr } = await worldFrom("--har", await recordingOf(saldo));
      expect(code, stderr).toBe(0);
      const apiKey = /^key +(\S+)$/m.exec(stdout)?.[1] ?? null;
      expect(await stateOf(asker({ url: other.url, apiKey }))).toEqual(state);
    }),
    { numRuns: 15 },
  );
});

/** A recording that another program has written; `shown`: what is answered at each path. */
async function recordedElsewhere(
  shown: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>>,
  request: Readonly<{ method: string; body: string }> = { method: "GET", body: "" },
) {
  const file = join(folder, "elsewhere.har");
  const entries = Object.entries(shown).map(([path, data]) =>
    harEntry({
      ...{ ...request, url: `https://api.acme.dev/v1${path}`, headers, status: 200, responseHeaders: {} },
      ...{ askedAt: Date.parse("2126-05-01T10:00:00.250Z"), tookMs: 5, responseBody: JSON.stringify({ data }) },
    }),
  );
  await writeFile(file, JSON.stringify(harFile(entries, "1")));
  return file;
}

test("what no world can have is told or fitted, and spoils nothing else", async () => {
  const row = { withdrawId: "w1", status: "CONFIRMED", value: 5_000, createdAt: "1970-01-01T00:00:00Z" };
  const holds = [
    { chargeId: "c1", amountCents: -400, releaseAt: "2026-06-01T00:00:00Z" },
    { chargeId: "c2", amountCents: 500, releaseAt: "9999-12-31T00:00:00Z" },
  ];
  const shown = {
    "/account-balance": { balance: 1_000, currency: "BRL", reservedBalance: 500, reserveHolds: holds },
    "/account-balance/withdrawals": [row],
    "/webhook": [{ webhookId: "h1", name: "A", url: "https://a.dev/", events: ["charge.paid", "charge.lost"] }],
  };
  const file = await recordedElsewhere(shown, { "x-api-key": "key-of-ana" });
  const { code, stdout, stderr } = await worldFrom("--har", file, "--json");
  expect([code, stderr]).toEqual([0, expect.stringContaining("events that are not documented: charge.lost.")]);
  const { companies, unknown } = JSON.parse(stdout);
  expect(unknown.join("\n")).toContain("charge.lost");
  expect(await stateOf(asker({ url: other.url, apiKey: companies[0].apiKey }))).toEqual({
    ...{ balance: 1_000, reserved: 500, withdrawals: ["CONFIRMED 5000"], webhooks: [["charge.paid"]] },
  });
});

test("a withdrawal whose value is no amount is told as such, and left out", async () => {
  const shown = { "/account-balance/withdraw": { withdrawId: "w1", status: "CREATED", fee: 200, netValue: 100 } };
  for (const body of ["", '{"value":"all"}', '{"value":1e400}', '{"value":10.5}', '{"value":null}']) {
    const file = await recordedElsewhere(shown, { "x-api-key": "k" }, { method: "POST", body });
    const { code, stderr } = await worldFrom("--har", file);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining("What became of a withdrawal without a value in whole cents was not recorded"),
    ]);
  }
});

test("withdrawals of unknown money are left out, however many a recording has", async () => {
  const row = { status: "CONFIRMED", value: 5_000, createdAt: "2126-05-01T11:00:00Z" };
  const shown = {
    "/account-balance": { balance: 0, reservedBalance: 0, reserveHolds: [] },
    "/account-balance/withdrawals": Array.from({ length: 9_000 }, (_, nth) => ({ ...row, withdrawId: `w${nth}` })),
  };
  const { code, stdout } = await worldFrom(
    "--har",
    await recordedElsewhere(shown, { "x-api-key": "k" }),
    "--save",
    "-",
  );
  expect([code, JSON.parse(stdout).companies[0].withdrawals]).toEqual([0, []]);
});

test("a recording without its headers is an error that says so", async () => {
  const file = await recordedElsewhere({ "/account-balance": { balance: 1_000 } }, {});
  const { code, stderr } = await worldFrom("--har", file);
  expect([code, stderr]).toEqual([1, expect.stringContaining("no accepted request has its API key (x-api-key)")]);
});

test.each([
  [[], "error: say which recording with --har <file>; browsers and proxies export one\n"],
  [["--har", "gone.har"], "error: --har: gone.har cannot be read: ENOENT: there is no such file\n"],
])("refuses %j", async (words, stderr) => {
  expect(await worldFrom(...words)).toMatchObject({ code: expect.not.stringMatching(/^0$/), stdout: "", stderr });
});
