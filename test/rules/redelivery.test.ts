import { expect, it } from "vitest";
import type { Behaviour } from "../../src/outbound/testing/receiver.ts";
import { type HookedSandbox, later, second, startAt, startHookedSandbox } from "./checked-sandbox.ts";
import { only, type Row } from "./json-reading.ts";
import { headerOf, isSigned } from "./received-delivery.ts";

/** A webhook and the delivery of one expired charge, after it was tried for a while. */
async function tried(sandbox: HookedSandbox, by: string) {
  const { account } = sandbox;
  const hook = await account.webhook(["charge.expired"]);
  await account.charge({ total: 100, expiresIn: "PT1S" });
  await account.advance({ by });
  const before = only(await account.deliveries());
  return { ...hook, before, deliveryId: String(before.deliveryId) };
}

const start = (behaviour: Behaviour | readonly Behaviour[]) => startHookedSandbox(behaviour);
const fiveFailures = [500, 500, 500, 500, 500] as const;

function attemptsOf(delivery: Row): readonly unknown[] {
  return Array.isArray(delivery.attempts) ? delivery.attempts : [];
}

/** The same delivery every time: identifier, bytes and signature. */
function expectSame({ receiver }: HookedSandbox, secret: string): void {
  const names = ["x-webhook-delivery", "x-webhook-signature"];
  const sent = receiver.requests.map((r) => [...names.map((name) => headerOf(r, name)), r.body.toString("hex")].join());
  expect(new Set(sent).size).toBe(1);
  expect(receiver.requests.every((request) => isSigned(request, secret))).toBe(true);
}

it("of a delivered one: a new attempt with the same identifier and bytes, at its own time", async () => {
  await using sandbox = await start("ok");
  const { account, receiver } = sandbox;
  const { webhookId, secret, before, deliveryId } = await tried(sandbox, "PT1M");
  const requeued = await account.redeliver(deliveryId);
  expect(requeued.status).toBe(202);
  const { position, ...shown } = Object(requeued.body);
  expect(shown).toEqual({ ...before, state: "PENDING", nextAttemptAt: later(startAt, 60 * second) });
  expect(position).toBeGreaterThan(0);
  await account.quiet();
  expect(only(await account.deliveries())).toMatchObject({ deliveryId, state: "DELIVERED", nextAttemptAt: null });
  expect(receiver.requests.map((request) => headerOf(request, "x-webhook-timestamp"))).toEqual([
    later(startAt, second),
    later(startAt, 60 * second),
  ]);
  expectSame(sandbox, secret);
  expect(await account.log(webhookId)).toMatchObject([
    { deliveryId, attempt: 2, outcome: "SUCCESS", at: later(startAt, 60 * second) },
    { deliveryId, attempt: 1, outcome: "SUCCESS", at: later(startAt, second) },
  ]);
});

it("of a failed one: refused while its webhook is deactivated, and afterwards its sixth attempt", async () => {
  await using sandbox = await start([...fiveFailures, "ok"]);
  const { account, ask, receiver } = sandbox;
  const { webhookId, secret, deliveryId } = await tried(sandbox, "PT76S");
  const events = await account.events();
  const refused = await account.redeliver(deliveryId);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: "WEBHOOK_INACTIVE", webhookId });
  await account.advance({ by: "PT0S" });
  expect(await account.events()).toEqual(events);
  await ask("POST", `/sandbox/webhooks/${webhookId}/reactivate`);
  await account.redeliver(deliveryId);
  await account.quiet();
  const delivery = only(await account.deliveries());
  expect(delivery.state).toBe("DELIVERED");
  expect(attemptsOf(delivery).at(-1)).toMatchObject({ number: 6, outcome: "SUCCESS", at: later(startAt, 76 * second) });
  expect(receiver.requests).toHaveLength(6);
  expectSame(sandbox, secret);
});

it("of one that is under way: that attempt is the one that is asked for", async () => {
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  await using sandbox = await start(async (_request, respond) => {
    await mayAnswer;
    respond("ok");
  });
  const { account, receiver } = sandbox;
  await account.webhook(["charge.pending"]);
  await account.charge({ total: 100 });
  await receiver.reached(1);
  const { deliveryId } = only(await account.deliveries());
  const position = (await sandbox.ask("GET", "/sandbox/world")).at("position");
  expect((await account.redeliver(String(deliveryId))).body).toMatchObject({ state: "PENDING", position });
  letAnswer();
  await account.quiet();
  expect(receiver.requests).toHaveLength(1);
  expect(only(await account.deliveries())).toMatchObject({ state: "DELIVERED", attempts: [{ number: 1 }] });
});

it("of unknown ones and another company's: 404", async () => {
  await using sandbox = await start("ok");
  const { account, ask } = sandbox;
  const other = sandbox.accountOf((await ask("POST", "/sandbox/companies", { name: "B" })).text("apiKey"));
  const { deliveryId } = await tried(sandbox, "PT1S");
  for (const [by, id] of [
    [other, deliveryId],
    [account, "dlv_000000000000000000000000"],
    [account, "__proto__"],
  ] as const) {
    const refused = await by.redeliver(id);
    expect(refused.status).toBe(404);
    expect(refused.body).toMatchObject({ code: "DELIVERY_UNKNOWN", deliveryId: id });
  }
  await account.quiet();
  expect(sandbox.receiver.requests).toHaveLength(1);
});
