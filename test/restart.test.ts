import { expect, test } from "vitest";
import { asker } from "../src/client/connection.ts";
import { readNamedFixture } from "../src/engine/beginning/fixture/fixture-files.ts";
import { Courier } from "../src/outbound/courier.ts";
import { startReceiver } from "../src/outbound/testing/receiver.ts";
import { createSandbox } from "../src/sandbox.ts";
import { MemoryStore } from "../src/store/memory-store.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { Account, hookHost } from "./rules/account.ts";
import { isRow } from "./rules/json-reading.ts";
import { isSigned } from "./rules/received-delivery.ts";

/** What a process leaves behind when it ends: here only the closing of its worlds and their keeper is left out. */
class KeptStore extends MemoryStore {
  override async close(): Promise<void> {}
}

/** Another process with the same keeper: it brings the worlds back. */
async function startAgain(store: MemoryStore) {
  const sandbox = await createSandbox({
    store,
    courier: new Courier({ egress: "routes" }),
    fixture: () => readNamedFixture("default"),
  });
  const url = await sandbox.server.listen({ port: 0, host: "127.0.0.1" });
  return { url, [Symbol.asyncDispose]: () => sandbox.close() };
}

test("webhooks, deliveries and logs are after a restart what they were before", async () => {
  await using receiver = await startReceiver([500, { status: 200, body: "thanks" }]);
  const store = new KeptStore();
  const first = await startSandbox({ store, routes: { [hookHost]: receiver.url } });
  const account = new Account(first.ask);
  const { webhookId, secret } = await account.webhook(["charge.paid"]);
  await account.charge({ total: 1_000, paid: true });
  await account.advance({ by: "PT1M" });
  const looks = ["/sandbox/webhooks", "/sandbox/deliveries", `/webhook/${webhookId}/logs`, "/sandbox/routes"];
  const look = (ask: typeof first.ask) => Promise.all(looks.map(async (path) => (await ask("GET", path)).body));
  const before = await look(first.ask);
  await first[Symbol.asyncDispose]();
  expect(receiver.requests).toHaveLength(2);

  await using second = await startAgain(store);
  const ask = asker({ url: second.url, apiKey: first.apiKey });
  expect(await look(ask)).toEqual(before);
  const later = new Account(ask);
  await later.testWebhook(webhookId);
  await later.quiet();
  expect(receiver.requests).toHaveLength(3);
  expect(receiver.requests.map((request) => isSigned(request, secret))).toEqual([true, true, true]);
});

test("an attempt that does not end in time is given up at an orderly end, and made again after the restart", async () => {
  await using receiver = await startReceiver(["silent", "ok"]);
  const store = new KeptStore();
  const first = await startSandbox({ store, routes: { [hookHost]: receiver.url }, closeWithinMs: 0 });
  const account = new Account(first.ask);
  await account.settings({ webhookTimeout: "PT5M" });
  const { webhookId } = await account.webhook(["charge.paid"]);
  await account.charge({ total: 1_000, paid: true });
  await receiver.reached(1);
  await first[Symbol.asyncDispose]();

  await using second = await startAgain(store);
  await receiver.reached(2);
  const later = new Account(asker({ url: second.url, apiKey: first.apiKey }));
  await later.quiet();
  const [one, other] = receiver.requests.map(({ headers }) => headers["x-webhook-delivery"]);
  expect(other).toBe(one);
  expect(await later.log(webhookId)).toMatchObject([{ attempt: 1, outcome: "SUCCESS" }]);
});

test("an attempt whose process died is made again, as the same delivery", async () => {
  await using receiver = await startReceiver(["silent", "ok"]);
  const store = new KeptStore();
  const trouble: string[] = [];
  const first = await startSandbox({
    store,
    routes: { [hookHost]: receiver.url },
    onTrouble: (worldId) => void trouble.push(worldId),
  });
  const account = new Account(first.ask);
  const { webhookId } = await account.webhook(["charge.paid"]);
  await account.charge({ total: 1_000, paid: true });
  await receiver.reached(1);

  await using second = await startAgain(store);
  await receiver.reached(2);
  const later = new Account(asker({ url: second.url, apiKey: first.apiKey }));
  await later.quiet();
  const [one, other] = receiver.requests;
  expect(other?.headers["x-webhook-delivery"]).toBe(one?.headers["x-webhook-delivery"]);
  expect(other?.body.equals(one?.body ?? Buffer.alloc(0))).toBe(true);
  expect(await later.log(webhookId)).toMatchObject([{ attempt: 1, outcome: "SUCCESS" }]);

  // The dead process, were it to come back, must not write over what the living one has written.
  await receiver.hangUp();
  await first[Symbol.asyncDispose]();
  expect(trouble).toHaveLength(1);
  const recorded = await later.events("AttemptRecorded");
  expect(recorded.map(({ data }) => isRow(data) && data.failure)).toEqual([null]);
});

test("faults are after a restart what they were before, and so is what they have struck; calls are forgotten", async () => {
  await using receiver = await startReceiver();
  const store = new KeptStore();
  const first = await startSandbox({ store, routes: { [hookHost]: receiver.url } });
  const account = new Account(first.ask);
  await account.webhook(["charge.paid"]);
  const add = (fault: object) => first.ask("POST", "/sandbox/faults", fault);
  await add({ kind: "status", operationId: "getBalance", status: 503, times: 3 });
  await add({ kind: "reorder-deliveries" });
  await add({ kind: "duplicate-delivery", times: 2 });
  expect((await first.ask("GET", "/account-balance")).status).toBe(503);
  await account.charge({ total: 1_000, paid: true });
  const before = (await first.ask("GET", "/sandbox/faults")).at("faults");
  expect(before).toMatchObject([{ remaining: 2 }, { kind: "duplicate-delivery", remaining: 2 }]);
  expect((await first.ask("GET", "/sandbox/requests")).at("requests")).toHaveLength(2);
  await first[Symbol.asyncDispose]();
  expect(receiver.requests).toHaveLength(0);

  await using second = await startAgain(store);
  const ask = asker({ url: second.url, apiKey: first.apiKey });
  expect((await ask("GET", "/sandbox/faults")).at("faults")).toEqual(before);
  expect((await ask("GET", "/sandbox/requests")).at("requests")).toEqual([]);
  expect((await ask("GET", "/account-balance")).status).toBe(503);
  expect((await ask("GET", "/sandbox/faults")).at("faults.0.remaining")).toBe(1);
  // The one that was held back comes last, the duplicate before it.
  const later = new Account(ask);
  await later.charge({ total: 2_000, paid: true });
  await later.quiet();
  const totals = receiver.requests.map(({ body }) => JSON.parse(body.toString()).data.total);
  expect(totals).toEqual([2_000, 2_000, 1_000]);
});
