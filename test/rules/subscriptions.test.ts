import { describe, expect, it } from "vitest";
import { startCheckedSandbox } from "./checked-sandbox.ts";

const monthly = {
  amountCents: 4_990,
  interval: "P1M",
  customer: { id: "c-1", name: "Ana Lima", email: "ana.lima@example.com", phone: "+5511987654321" },
};

describe("subscription: automatic PIX", () => {
  it("subscription.authorized: authorized by the customer", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const id = await account.subscription(monthly);
    expect((await ask("GET", `/sandbox/subscriptions/${id}`)).body).toMatchObject({
      status: "PENDING",
      nextChargeAt: null,
    });
    const authorized = await ask("POST", `/sandbox/subscriptions/${id}/authorize`);
    expect(authorized.body).toMatchObject({ status: "AUTHORIZED", nextChargeAt: "2026-04-02T12:00:00.000Z" });
    expect(await account.told("subscription.authorized")).toMatchObject([
      { subscriptionId: id, status: "AUTHORIZED", amountCents: 4_990, interval: "P1M", customer: monthly.customer },
    ]);
    expect(await account.balance()).toBe(150_000);
  });

  it("subscription.rejected: authorization refused, nothing is ever billed", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const id = await account.subscription(monthly);
    expect((await ask("POST", `/sandbox/subscriptions/${id}/reject`)).at("status")).toBe("REJECTED");
    await account.advance({ by: "P365D" });
    const told = (await account.notifications()).map(({ event }) => event);
    expect(told.filter((event) => String(event).startsWith("subscription."))).toEqual(["subscription.rejected"]);
  });

  it("subscription.charge.paid: bills every month, first after one, and credits like a paid charge", async () => {
    await using sandbox = await startCheckedSandbox({
      startAt: "2026-01-31T15:00:00.000Z",
      fixture: { companies: [{ name: "A" }] },
    });
    const { account, ask } = sandbox;
    await account.settings({ retention: { percent: 10, holdFor: "P10D" } });
    const id = await account.subscription(monthly);
    await ask("POST", `/sandbox/subscriptions/${id}/authorize`);
    await account.advance({ to: "2026-05-01T00:00:00.000Z" });
    const billed = await account.events("SubscriptionChargePaid");
    // Monthly dates are reckoned from the authorization, so that they do not drift.
    expect(billed.map(({ at }) => at)).toEqual([
      "2026-02-28T15:00:00.000Z",
      "2026-03-31T15:00:00.000Z",
      "2026-04-30T15:00:00.000Z",
    ]);
    const paid = await account.told("subscription.charge.paid");
    expect(paid).toHaveLength(3);
    expect(new Set(paid.map(({ chargeId }) => chargeId)).size).toBe(3);
    expect(paid[0]).toMatchObject({ subscriptionId: id, paidAt: "2026-02-28T15:00:00.000Z", amountCents: 4_990 });
    expect((await account.notifications()).filter(({ event }) => String(event).startsWith("charge."))).toEqual([]);
    expect(await account.balance()).toBe(3 * 4_990 - 499);
    expect(await account.holds()).toMatchObject([{ chargeId: paid[2]?.chargeId, amountCents: 499 }]);
    const charge = await ask("GET", `/sandbox/charges/${paid[0]?.chargeId}`);
    expect(charge.body).toMatchObject({ subscriptionId: id, paymentStatus: "PAID", total: 4_990 });
  });

  it("subscription.charge.failed: the charge fails, nothing is credited, the next month is tried again", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: { companies: [{ name: "A" }] } });
    const { account, ask } = sandbox;
    const id = await account.subscription({ ...monthly, nextOutcome: "FAILED" });
    await ask("POST", `/sandbox/subscriptions/${id}/authorize`);
    await account.advance({ to: "2026-04-02T12:00:00.000Z" });
    expect(await account.told("subscription.charge.failed")).toMatchObject([
      { subscriptionId: id, failedAt: "2026-04-02T12:00:00.000Z" },
    ]);
    expect(await account.balance()).toBe(0);
    await ask("PATCH", `/sandbox/subscriptions/${id}`, { nextOutcome: "PAID", amountCents: 100 });
    await account.advance({ to: "2026-05-02T12:00:00.000Z" });
    expect(await account.balance()).toBe(100);
  });

  it("a charge on command bills at once and leaves the schedule alone", async () => {
    await using sandbox = await startCheckedSandbox({ fixture: { companies: [{ name: "A" }] } });
    const { account, ask } = sandbox;
    const id = await account.subscription(monthly);
    await ask("POST", `/sandbox/subscriptions/${id}/authorize`);
    const billed = await ask("POST", `/sandbox/subscriptions/${id}/charge`);
    expect(billed.at("nextChargeAt")).toBe("2026-04-02T12:00:00.000Z");
    await ask("POST", `/sandbox/subscriptions/${id}/charge`, { outcome: "FAILED" });
    expect(await account.told("subscription.charge.paid")).toHaveLength(1);
    expect(await account.told("subscription.charge.failed")).toHaveLength(1);
    expect(await account.balance()).toBe(4_990);
  });

  it("no other transition exists", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    const refused = async (id: string, status: string, hows: readonly string[]) => {
      for (const how of hows) {
        const answer = await ask("POST", `/sandbox/subscriptions/${id}/${how}`);
        expect(answer.status).toBe(409);
        expect(answer.body).toMatchObject({ code: "SUBSCRIPTION_STATE_CONFLICT", subscriptionId: id });
      }
      expect((await ask("GET", `/sandbox/subscriptions/${id}`)).at("status")).toBe(status);
    };
    const authorized = await account.subscription(monthly);
    await refused(authorized, "PENDING", ["charge"]);
    await ask("POST", `/sandbox/subscriptions/${authorized}/authorize`);
    await refused(authorized, "AUTHORIZED", ["authorize", "reject"]);
    const rejected = await account.subscription(monthly);
    await ask("POST", `/sandbox/subscriptions/${rejected}/reject`);
    await refused(rejected, "REJECTED", ["authorize", "reject", "charge"]);
  });

  it("a customer may be known by name alone, or not at all", async () => {
    await using sandbox = await startCheckedSandbox();
    const { account, ask } = sandbox;
    for (const customer of [{ name: "Ana Lima" }, undefined]) {
      const id = await account.subscription({ ...monthly, customer });
      expect((await ask("POST", `/sandbox/subscriptions/${id}/authorize`)).status).toBe(200);
    }
    expect(await account.told("subscription.authorized")).toHaveLength(2);
  });
});
