import type { LookupAddress } from "node:dns";
import type { LookupFunction } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { Courier } from "../../src/outbound/courier.ts";
import { type Receiver, startReceiver } from "../../src/outbound/testing/receiver.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { Account } from "../rules/account.ts";
import { only, type Row } from "../rules/json-reading.ts";

const loopback: LookupAddress = { address: "127.0.0.1", family: 4 };
/** A public address in a family that no socket has: the policy lets it pass, and no stranger is ever connected to. */
const publicAddress: LookupAddress = { address: "198.41.0.4", family: 5 };

/** Stands for the system's resolver: what every name resolves to at this moment, and which names were asked for. */
let resolved: readonly LookupAddress[] = [];
let asked: string[] = [];
const lookup: LookupFunction = (hostname, _options, callback) => {
  asked.push(hostname);
  process.nextTick(callback, null, [...resolved]);
};

let sandbox: SaldoWorld;
let receiver: Receiver;
beforeAll(async () => {
  sandbox = await startSandbox({ courier: new Courier({ lookup }) });
});
afterAll(() => sandbox[Symbol.asyncDispose]());
beforeEach(async () => {
  resolved = [publicAddress];
  asked = [];
  receiver = await startReceiver();
});
afterEach(() => receiver[Symbol.asyncDispose]());

/** Another world of the same server, and so of the same courier. */
async function newWorld(webhookUrls: "strict" | "any" = "strict"): Promise<Account> {
  const made = await sandbox.as(null)("POST", "/sandbox/worlds", { clock: { mode: "frozen" } });
  const account = new Account(sandbox.as(made.text("companies.0.apiKey")));
  await account.settings({ webhookUrls });
  return account;
}

/** Makes one attempt, and returns it as the control plane shows it; the company's log must tell the same. */
async function attemptAt(account: Account, webhookId: string): Promise<Row> {
  const deliveryId = await account.testWebhook(webhookId);
  await account.quiet();
  const { attempts } = await account.delivery(deliveryId);
  const attempt: Row = only(Object(attempts));
  const [line] = await account.log(webhookId);
  expect(line).toMatchObject({ deliveryId, httpStatus: attempt.httpStatus, error: attempt.error });
  return attempt;
}

/** The log says what was found and why it was not connected to. */
function expectRefused(attempt: Row, reason: string): void {
  expect(attempt).toMatchObject({ outcome: "FAILURE", failure: "ADDRESS_REFUSED", httpStatus: null });
  expect(attempt).toMatchObject({ responseBody: null, error: expect.stringContaining(reason) });
  expect(attempt.error).toMatch(/the URL policy refuses that; .*PUT \/sandbox\/routes/);
}

// Which addresses are refused is shown by the tests of src/domain/address.ts and src/outbound/dialer.ts.
describe("a name that was public when its webhook was created", () => {
  test.each(["127.0.0.1", "fe80::1"])("is never connected to once it resolves to %s", async (address) => {
    const account = await newWorld();
    const { webhookId } = await account.webhook(["charge.paid"], `http://hooks.acme.dev:${receiver.port}/saldo`);
    const other: LookupAddress = { address, family: address.includes(":") ? 6 : 4 };
    for (const addresses of [[other], [other, publicAddress], [publicAddress, other]]) {
      resolved = addresses;
      expectRefused(await attemptAt(account, webhookId), `hooks.acme.dev resolves to ${address}, `);
    }
    // Once an attempt: what was checked is what would have been connected to.
    expect(asked).toEqual(Array.from({ length: 3 }, () => "hooks.acme.dev"));
    expect(receiver.connections).toBe(0);
  });
});

describe("a route", () => {
  test("leads to a loopback receiver without a look at what the name resolves to, and for its own world only", async () => {
    resolved = [loopback];
    const [routed, other] = [await newWorld(), await newWorld()];
    const url = `http://hooks.acme.dev:${receiver.port}/saldo?a=1`;
    await routed.routes({ "hooks.acme.dev": receiver.url });
    const [here, there] = [await routed.webhook(["charge.paid"], url), await other.webhook(["charge.paid"], url)];
    expect(await attemptAt(routed, here.webhookId)).toMatchObject({ outcome: "SUCCESS" });
    expect(asked).toEqual([]);
    expectRefused(await attemptAt(other, there.webhookId), "127.0.0.1");
    await routed.routes({});
    expectRefused(await attemptAt(routed, here.webhookId), "127.0.0.1");
    expect(receiver.requests.map(({ path }) => path)).toEqual(["/saldo?a=1"]);
    expect(receiver.connections).toBe(1);
  });
});

test("a sandbox that connects to routes only looks up and connects to nothing else, whatever the policy", async () => {
  resolved = [loopback];
  await using closed = await startSandbox({ courier: new Courier({ egress: "routes", lookup }) });
  const account = new Account(closed.ask);
  await account.settings({ webhookUrls: "any" });
  for (const host of ["hooks.acme.dev", "127.0.0.1", "[::ffff:127.0.0.1]"]) {
    const { webhookId } = await account.webhook(["charge.paid"], `http://${host}:${receiver.port}/saldo`);
    const attempt = await attemptAt(account, webhookId);
    expect(attempt).toMatchObject({ failure: "NO_ROUTE", httpStatus: null });
    expect(attempt.error).toMatch(/connects to routes only, and .* has none; add one with PUT \/sandbox\/routes/);
  }
  expect([asked, receiver.connections]).toEqual([[], 0]);
  const { webhookId } = await account.webhook(["charge.paid"], "http://hooks.acme.dev/saldo");
  await account.routes({ "hooks.acme.dev": receiver.url });
  expect(await attemptAt(account, webhookId)).toMatchObject({ outcome: "SUCCESS" });
});
