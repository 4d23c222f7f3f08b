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

it("of a failed one: refused while its webhook is deactivated, and afterwards its sixth attempt", async () => {
  await using sandbox = await start([...fiveFailures, "ok"]);
  const { account, ask, receiver } = sandbox;
  const { webhookId, secret, before, deliveryId } = await tried(sandbox, "PT76S");
  const events = await account.events();
  const refused = await account.redeliver(deliveryId);
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({ code: "WEBHOOK_INACTIVE", webhookId });
  await account.advance({ by: "PT0S" });
  expect(await account.events()).toEqual(events);
  await ask("POST", `/sandbox/webhooks/${webhookId}/reactivate`);
  const requeued = await account.redeliver(deliveryId);
  const dueAt = later(startAt, 76 * second);
  const { position: _, ...shown } = Object(requeued.body);
  expect([requeued.status, shown]).toEqual([202, { ...before, state: "PENDING", nextAttemptAt: dueAt }]);
  await account.quiet();
  const delivery = only(await account.deliveries());
  expect(delivery.state).toBe("DELIVERED");
  expect(attemptsOf(delivery).at(-1)).toMatchObject({ number: 6, outcome: "SUCCESS", at: later(startAt, 76 * second) });
  expect(receiver.requests).toHaveLength(6);
  expectSame(sandbox, secret);
});
