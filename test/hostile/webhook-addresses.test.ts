import type { LookupFunction } from "node:net";
import { expect, test } from "vitest";
import { Courier } from "../../src/outbound/courier.ts";
import { startReceiver } from "../../src/outbound/testing/receiver.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { Account } from "../rules/account.ts";
import { only, type Row } from "../rules/json-reading.ts";

/** Makes one attempt, and returns it as the control plane shows it; the company's log must tell the same. */
async function attemptAt(account: Account, webhookId: string): Promise<Row> {
  const deliveryId = await account.testWebhook(webhookId);
  await account.quiet();
  const { attempts } = only(await account.deliveries("limit=1"));
  const attempt: Row = only(Object(attempts));
  const [line] = await account.log(webhookId);
  expect(line).toMatchObject({ deliveryId, httpStatus: attempt.httpStatus, error: attempt.error });
  return attempt;
}

/** The log says what was found and why it was not connected to. */
function expectRefused(attempt: Row): void {
  expect(attempt).toMatchObject({ outcome: "FAILURE", failure: "ADDRESS_REFUSED", httpStatus: null });
  expect(attempt).toMatchObject({ responseBody: null, error: expect.stringContaining("127.0.0.1") });
  expect(attempt.error).toMatch(/the URL policy refuses that; .*PUT \/sandbox\/routes/);
}

// Which addresses are refused is shown by the tests of src/domain/address.ts and src/outbound/dialer.ts.
test("a route leads to a loopback receiver without a look at what the name resolves to, and for its own world only", async () => {
  const asked: string[] = [];
  const lookup: LookupFunction = (hostname, _options, callback) => {
    asked.push(hostname);
    process.nextTick(callback, null, [{ address: "127.0.0.1", family: 4 }]);
  };
  await using receiver = await startReceiver();
  await using sandbox = await startSandbox({ courier: new Courier({ lookup }) });
  const routed = new Account(sandbox.ask);
  await using world = await sandbox.world();
  const other = new Account(world.ask);
  const url = `http://hooks.acme.dev:${receiver.port}/saldo?a=1`;
  await sandbox.routes.set({ "hooks.acme.dev": receiver.url });
  const [here, there] = [await routed.webhook(["charge.paid"], url), await other.webhook(["charge.paid"], url)];
  expect(await attemptAt(routed, here.webhookId)).toMatchObject({ outcome: "SUCCESS" });
  expect(asked).toEqual([]);
  expectRefused(await attemptAt(other, there.webhookId));
  await sandbox.routes.set({});
  expectRefused(await attemptAt(routed, here.webhookId));
  expect(receiver.requests.map(({ path }) => path)).toEqual(["/saldo?a=1"]);
  expect(receiver.connections).toBe(1);
});
