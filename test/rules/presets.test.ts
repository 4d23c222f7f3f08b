import { readdirSync } from "node:fs";
import { expect } from "vitest";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import {
  type CheckedSandbox,
  day,
  hour,
  it,
  later,
  minute,
  startAt,
  startCheckedSandbox,
  startHookedSandbox,
} from "./checked-sandbox.ts";
import { rowsOf } from "./json-reading.ts";

/** What each shipped preset does; its description says the same. */
const proofs: Readonly<Record<string, () => Promise<void>>> = {
  "bad-friday": async () => {
    await using sandbox = await startHookedSandbox();
    const { account, receiver } = sandbox;
    await account.webhook(["charge.paid", "withdraw.completed"]);
    const before = await account.balance();
    const { chargeIds } = await sandbox.presets.apply("bad-friday");
    expect(chargeIds.length).toBe(6);
    expect(await account.balance()).toBeGreaterThan(before);
    const withdrawId = await account.openConfirmed(10_000);
    await account.advance({ by: "PT39M" });
    expect(receiver.requests).toEqual([]);
    await account.advance({ by: "PT1M" });
    expect(receiver.requests.length).toBe(6);
    expect(receiver.requests[0]?.headers["x-webhook-timestamp"]).toBe(later(startAt, 40 * minute));
    expect(await account.status(withdrawId)).toBe("APPROVED");
    await account.advance({ to: later(startAt, 8 * hour) });
    expect(await account.status(withdrawId)).toBe("CONFIRMED");
  },
  "lost-answers": async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    await sandbox.presets.apply("lost-answers");
    const lost = (call: Promise<unknown>) => expect(call).rejects.toThrow("fetch failed");
    await lost(account.initiate(10_000));
    await lost(account.history());
    await lost(account.balance());
    // The platform has done the work, and the next call of each operation is answered.
    const [{ withdrawId } = {}] = await account.history();
    const id = String(withdrawId);
    await account.advance({ by: "PT5M" });
    await lost(account.resend(id));
    await lost(account.confirm(id, await account.code(id)));
    expect(await account.status(id)).toBe("APPROVED");
    const other = await account.open(10_000);
    await lost(account.cancel(other));
    expect(await account.status(other)).toBe("CANCELLED");
    expect(await sandbox.faults.list()).toEqual([]);
  },
  "dispute-spike": async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    const charges: string[] = [];
    for (let n = 0; n < 6; n += 1) charges.push(await account.charge({ total: 20_000, paid: true }));
    await account.charge({ total: 20_000 });
    await account.openConfirmed(await account.balance());
    expect(await account.balance()).toBe(0);
    const { chargebackIds } = await sandbox.presets.apply("dispute-spike");
    expect(chargebackIds).toEqual(charges.slice(1).reverse());
    expect(await account.balance()).toBe(-100_000);
  },
  "slow-bank": async () => {
    await using sandbox = await startCheckedSandbox();
    const { account } = sandbox;
    await sandbox.presets.apply("slow-bank");
    const withdrawId = await account.openConfirmed(10_000);
    await account.advance({ to: later(startAt, 2 * day - 1) });
    expect(await account.status(withdrawId)).toBe("APPROVED");
    await account.advance({ to: later(startAt, 2 * day) });
    expect(await account.status(withdrawId)).toBe("CONFIRMED");
  },
  "duplicate-storm": async () => {
    await using sandbox = await startHookedSandbox();
    const { account, receiver } = sandbox;
    await account.webhook(["charge.paid"]);
    await sandbox.presets.apply("duplicate-storm");
    await sandbox.presets.apply({ charges: Array.from({ length: 51 }, () => ({ total: 500 })) });
    await account.quiet();
    const bodies = receiver.requests.map(({ body }) => body.toString());
    expect([bodies.length, new Set(bodies).size]).toEqual([101, 51]);
  },
  "rate-limited": async () => {
    await using sandbox = await startCheckedSandbox();
    // No document describes the answer of a fault.
    const { ask } = new SaldoClient({ url: sandbox.url, apiKey: sandbox.apiKey });
    await sandbox.presets.apply("rate-limited");
    for (let n = 0; n < 10; n += 1) expect((await ask("GET", "/account-balance")).status).toBe(200);
    const refused = await ask("GET", "/account-balance/withdrawals");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
    await sandbox.account.advance({ by: "PT1M" });
    expect((await ask("GET", "/account-balance")).status).toBe(200);
  },
};

const files = readdirSync(new URL("../../fixtures/presets/", import.meta.url));

it.each(files.map((file) => file.replace(".yaml", "")))("the preset %s does what it says", async (name) => {
  await proofs[name]?.();
  expect(Object.keys(proofs)).toContain(name);
});

async function stateOf({ ask }: CheckedSandbox) {
  const [faults, settings, world] = await Promise.all(
    ["faults", "settings", "world"].map(async (path) => (await ask("GET", `/sandbox/${path}`)).body),
  );
  return { faults, settings, world };
}

it("presets are listed by name with what they do", async ({ sandbox }) => {
  const presets = await sandbox.presets.list();
  expect(presets.map(({ name }) => `${name}.yaml`)).toEqual(files.toSorted());
  for (const { name, description, ...parts } of presets) {
    expect(description).toMatch(/^[A-Z].{20,}\.$/);
    // What is listed can be applied as it is.
    const preset = { name, description, ...parts };
    expect((await sandbox.ask("POST", "/sandbox/presets", { preset })).status).toBe(200);
  }
});

it.each<[string, object | string, number, string]>([
  ["an unknown name", "christmas", 422, 'There is no preset "christmas"; there are: bad-friday, '],
  ["a part that is not there", { fault: [] }, 400, "body/preset"],
  ["nothing", {}, 400, "body/preset"],
  ["half a cent", { charges: [{ total: 0.5 }] }, 400, "body/preset/charges/0/total"],
  [
    "a fault whose delay is too long, after one that is possible",
    {
      settings: { manualApproval: true },
      faults: [
        { kind: "reset", operationId: "getBalance" },
        { kind: "delay-delivery", delay: "P999999D" },
      ],
    },
    422,
    "preset.faults.1.delay: ",
  ],
  [
    "a time zone of another planet",
    { settings: { timeZone: "Mars/Olympus" }, chargebacks: 1 },
    422,
    "preset.settings.timeZone: ",
  ],
  ["more than the books can count", { charges: [{ total: 9_007_199_254_740_991 }] }, 422, "cannot count"],
])("a preset with %s is refused as a whole", async (_, preset, status, detail) => {
  await using sandbox = await startCheckedSandbox();
  const before = await stateOf(sandbox);
  const answer = await sandbox.ask("POST", "/sandbox/presets", { preset });
  expect([answer.status, answer.text("detail")]).toEqual([status, expect.stringContaining(detail)]);
  expect(await stateOf(sandbox)).toEqual(before);
});

it("a preset that would make too many faults adds none", async ({ sandbox }) => {
  const faults = Array.from({ length: 60 }, () => ({ kind: "reset", operationId: "getBalance" }) as const);
  await sandbox.presets.apply({ faults });
  const answer = await sandbox.ask("POST", "/sandbox/presets", { preset: { faults } });
  expect([answer.status, answer.at("code")]).toEqual([409, "FAULTS_FULL"]);
  expect(rowsOf(await sandbox.ask("GET", "/sandbox/faults"), "faults").length).toBe(60);
});
