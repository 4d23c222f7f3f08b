import { describe, expect, it } from "vitest";
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
});
