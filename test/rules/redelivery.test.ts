import { expect, it } from "vitest";
import type { Behaviour } from "../../src/outbound/testing/receiver.ts";
import { type HookedSandbox, later, second, startAt, startHookedSandbox } from "./checked-sandbox.ts";
import { only, type Row } from "./json-reading.ts";
import { headerOf, isSigned, readDelivery } from "./received-delivery.ts";

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

it("of a delivered one that fails now: a single attempt, not repeated, and the webhook stays active", async () => {
  await using sandbox = await start(["ok", 500]);
  const { account, receiver } = sandbox;
  const { webhookId, deliveryId } = await tried(sandbox, "PT1S");
  for (let i = 0; i < 6; i += 1) {
    await account.redeliver(deliveryId);
    await account.advance({ by: "PT1H" });
  }
  expect(receiver.requests).toHaveLength(7);
  expect(only(await account.deliveries())).toMatchObject({ state: "FAILED", nextAttemptAt: null });
  expect(await account.dashboard(webhookId)).toMatchObject({ active: true });
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

it("of a failed one that fails again: the webhook is not deactivated again", async () => {
  await using sandbox = await start(500);
  const { account, ask, receiver } = sandbox;
  const { webhookId, deliveryId } = await tried(sandbox, "PT76S");
  await ask("POST", `/sandbox/webhooks/${webhookId}/reactivate`);
  await account.redeliver(deliveryId);
  await account.advance({ by: "P1D" });
  expect(receiver.requests).toHaveLength(6);
  expect(only(await account.deliveries())).toMatchObject({ state: "FAILED", nextAttemptAt: null });
  expect(await account.dashboard(webhookId)).toMatchObject({ active: true, deactivatedAt: null });
});

it("of a cancelled one: a single attempt, and what else was cancelled stays so", async () => {
  await using sandbox = await start(500);
  const { account, ask, receiver } = sandbox;
  const { webhookId, secret } = await account.webhook(["charge.expired"]);
  for (const expiresIn of ["PT1S", "PT50S", "PT60S"]) await account.charge({ total: 100, expiresIn });
  await account.advance({ by: "PT76S" });
  const [third, other] = await account.deliveries("state=CANCELLED");
  await ask("POST", `/sandbox/webhooks/${webhookId}/reactivate`);
  await account.advance({ by: "PT1H" });
  const made = receiver.requests.length;
  await account.redeliver(String(third?.deliveryId));
  await account.advance({ by: "PT1H" });
  const [last, ...more] = receiver.requests.slice(made);
  if (last === undefined) throw new Error("nothing came");
  expect(more).toEqual([]);
  expect(headerOf(last, "x-webhook-delivery")).toBe(third?.deliveryId);
  expect(last.body.toString()).toBe(third?.body);
  expect(isSigned(last, secret)).toBe(true);
  expect(await account.deliveries("state=CANCELLED")).toEqual([other]);
  expect((await account.deliveries("state=FAILED")).map(({ deliveryId }) => deliveryId)).toContain(third?.deliveryId);
  expect(await account.dashboard(webhookId)).toMatchObject({ active: true });
});

it("of a pending one: the planned attempt is made now, and its others follow from then on", async () => {
  await using sandbox = await start([...fiveFailures.slice(0, 3), "ok"]);
  const { account, receiver } = sandbox;
  const { secret, before, deliveryId } = await tried(sandbox, "PT2S");
  expect(before).toMatchObject({ state: "PENDING", nextAttemptAt: later(startAt, 6 * second) });
  const requeued = await account.redeliver(deliveryId);
  expect(requeued.body).toMatchObject({ state: "PENDING", nextAttemptAt: later(startAt, 2 * second) });
  await account.quiet();
  expect(only(await account.deliveries())).toMatchObject({
    state: "PENDING",
    nextAttemptAt: later(startAt, 12 * second),
  });
  await account.advance({ by: "PT1H" });
  expect(receiver.requests.map((request) => headerOf(request, "x-webhook-timestamp"))).toEqual(
    [1, 2, 12, 32].map((s) => later(startAt, s * second)),
  );
  expectSame(sandbox, secret);
  expect(attemptsOf(only(await account.deliveries()))).toMatchObject([1, 2, 3, 4].map((number) => ({ number })));
});

it("of a pending one uses up its attempts like any other: after five the webhook is deactivated", async () => {
  await using sandbox = await start(500);
  const { account, receiver } = sandbox;
  const { webhookId, deliveryId } = await tried(sandbox, "PT1S");
  for (let i = 0; i < 4; i += 1) {
    await account.redeliver(deliveryId);
    await account.quiet();
  }
  expect(receiver.requests).toHaveLength(5);
  expect(only(await account.deliveries())).toMatchObject({ state: "FAILED", nextAttemptAt: null });
  expect(await account.dashboard(webhookId)).toMatchObject({ active: false, deactivatedAt: later(startAt, second) });
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

it("of one that was cancelled while under way: the attempt under way is the one that is asked for", async () => {
  const { promise: mayAnswer, resolve: letAnswer } = Promise.withResolvers<void>();
  await using sandbox = await start(async (request, respond) => {
    if (readDelivery(request).data.total === 2) return respond(500);
    await mayAnswer;
    return respond("ok");
  });
  const { account, ask, receiver } = sandbox;
  const { webhookId } = await account.webhook(["charge.pending"]);
  await account.charge({ total: 1 });
  await receiver.reached(1);
  await account.charge({ total: 2 });
  const [failing, held] = (await account.deliveries()).map(({ deliveryId }) => String(deliveryId));
  if (failing === undefined || held === undefined) throw new Error("two were expected");
  for (let made = 1; made <= 5; made += 1) {
    await expect.poll(async () => attemptsOf(await account.delivery(failing)).length, { timeout: 10_000 }).toBe(made);
    await account.redeliver(failing);
  }
  expect(await account.delivery(held)).toMatchObject({ state: "CANCELLED", attempts: [] });
  await ask("POST", `/sandbox/webhooks/${webhookId}/reactivate`);
  expect((await account.redeliver(held)).body).toMatchObject({ state: "PENDING" });
  letAnswer();
  await account.quiet();
  expect(await account.delivery(held)).toMatchObject({
    state: "DELIVERED",
    nextAttemptAt: null,
    attempts: [{ number: 1 }],
  });
  expect(receiver.requests).toHaveLength(6);
});

it("of a test delivery: one more attempt, also when it fails", async () => {
  await using sandbox = await start(500);
  const { account, receiver } = sandbox;
  const { webhookId, secret } = await account.webhook(["charge.paid"]);
  const deliveryId = await account.testWebhook(webhookId);
  await account.quiet();
  await account.redeliver(deliveryId);
  await account.advance({ by: "P1D" });
  expect(receiver.requests).toHaveLength(2);
  expectSame(sandbox, secret);
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

it("goes where the webhook points now", async () => {
  await using sandbox = await start("ok");
  const { account, ask, receiver } = sandbox;
  const { webhookId, deliveryId } = await tried(sandbox, "PT1S");
  await ask("PATCH", `/sandbox/webhooks/${webhookId}`, { url: "https://hooks.acme.dev/moved" });
  await account.redeliver(deliveryId);
  await account.quiet();
  expect(receiver.requests.map(({ path }) => path)).toEqual(["/saldo", "/moved"]);
});
