import { describe, expect, it } from "vitest";
import type { Respond } from "../../src/outbound/testing/receiver.ts";
import { later, second, startAt, startHookedSandbox } from "./checked-sandbox.ts";
import { only } from "./json-reading.ts";
import { isSigned, readDelivery } from "./received-delivery.ts";

/** A world in which a delivery was tried once, bookmarked as `pending`, and then in vain until its webhook was deactivated. */
async function startDeactivated() {
  const sandbox = await startHookedSandbox(500);
  const { account } = sandbox;
  const hook = await account.webhook(["charge.paid", "charge.expired"]);
  await account.charge({ total: 1_000, paid: true });
  await account.quiet();
  await account.bookmark("pending");
  const pending = only(await account.deliveries());
  expect(pending).toMatchObject({ state: "PENDING", nextAttemptAt: later(startAt, 5 * second) });
  await account.advance({ by: "PT5M" });
  expect(await account.dashboard(hook.webhookId)).toMatchObject({ active: false });
  expect(sandbox.receiver.requests).toHaveLength(5);
  sandbox.receiver.behave("ok");
  return Object.assign(sandbox, { hook, pending });
}

describe("what was pending at the place gone back to", () => {
  it("is made as planned, with the same identifier and the same bytes, by a webhook that is active again", async () => {
    await using sandbox = await startDeactivated();
    const { account, receiver, hook, pending } = sandbox;
    await account.rewind({ bookmark: "pending" });
    expect(await account.dashboard(hook.webhookId)).toMatchObject({ active: true, deactivatedAt: null });
    expect(await account.deliveries()).toEqual([pending]);
    expect(await account.log(hook.webhookId)).toHaveLength(1);
    const advanced = await account.advance({ by: "P1D" });
    expect(advanced.at("attempts")).toEqual({ made: 1, succeeded: 1, failed: 0 });
    expect(receiver.requests).toHaveLength(6);
    const [first] = receiver.requests;
    const last = receiver.requests[5];
    if (first === undefined || last === undefined) throw new Error("there are six");
    expect(readDelivery(last).deliveryId).toBe(pending.deliveryId);
    expect(readDelivery(last).timestamp).toBe(later(startAt, 5 * second));
    expect(last.body).toEqual(first.body);
    expect(isSigned(last, hook.secret)).toBe(true);
    expect(await account.deliveries()).toMatchObject([{ deliveryId: pending.deliveryId, state: "DELIVERED" }]);
  });

  it("is never made when it is cancelled; what is new is", async () => {
    await using sandbox = await startDeactivated();
    const { account, receiver, hook, pending } = sandbox;
    await account.rewind({ bookmark: "pending", deliveries: "cancel" });
    expect(await account.deliveries()).toEqual([{ ...pending, state: "CANCELLED", nextAttemptAt: null }]);
    expect((await account.ask("GET", "/sandbox/agenda")).at("items")).toHaveLength(1);
    await account.advance({ by: "P1D" });
    expect(receiver.requests).toHaveLength(5);
    expect(await account.dashboard(hook.webhookId)).toMatchObject({ active: true });
    await account.charge({ total: 2_000, paid: true });
    await account.quiet();
    expect(receiver.requests).toHaveLength(6);
    expect(only(await account.deliveries("state=DELIVERED")).deliveryId).not.toBe(pending.deliveryId);
  });

  it("was delivered later, perhaps; then it is delivered again", async () => {
    await using sandbox = await startHookedSandbox([500, "ok"]);
    const { account, receiver } = sandbox;
    await account.webhook(["charge.paid"]);
    await account.charge({ total: 1_000, paid: true });
    await account.quiet();
    await account.bookmark("pending");
    for (const requests of [2, 3, 4]) {
      await account.advance({ by: "PT5S" });
      expect(only(await account.deliveries())).toMatchObject({ state: "DELIVERED" });
      expect(receiver.requests).toHaveLength(requests);
      await account.rewind({ bookmark: "pending" });
    }
    expect(new Set(receiver.requests.map((request) => readDelivery(request).deliveryId)).size).toBe(1);
  });

  it("begins at once when it is due: a running world needs nobody to ask for it", async () => {
    await using sandbox = await startHookedSandbox("ok", { clock: { mode: "running" } });
    const { account, receiver } = sandbox;
    await account.bookmark("nothing yet");
    await account.webhook(["charge.paid"]);
    await account.charge({ total: 1_000, paid: true });
    const at = await account.position();
    await receiver.reached(1);
    await account.quiet();
    await account.rewind({ bookmark: "nothing yet" });
    expect(await account.deliveries()).toEqual([]);
    await account.rewind({ position: at });
    await receiver.reached(2);
    await account.quiet();
    expect(only(await account.deliveries())).toMatchObject({ state: "DELIVERED" });
  });
});

it("an attempt under way does not count any more, however it ends", async () => {
  const asked: Respond[] = [];
  await using sandbox = await startHookedSandbox((_request, respond) => void asked.push(respond));
  const { account, receiver } = sandbox;
  const hook = await account.webhook(["charge.paid"]);
  await account.bookmark("b");
  await account.charge({ total: 1_000, paid: true });
  await receiver.reached(1);
  await account.rewind({ bookmark: "b" });
  asked[0]?.("ok");
  receiver.behave("ok");
  await account.charge({ total: 2_000, paid: true });
  await account.quiet();
  expect(receiver.requests).toHaveLength(2);
  expect(only(await account.deliveries())).toMatchObject({ state: "DELIVERED" });
  expect(await account.log(hook.webhookId)).toHaveLength(1);
  expect(await account.events("AttemptRecorded")).toHaveLength(1);
});
