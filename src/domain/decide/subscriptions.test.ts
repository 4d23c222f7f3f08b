import { describe, expect, it } from "vitest";
import { iso, Story } from "../testing/story.ts";
import type { Told } from "../testing/told.ts";
import { notificationsIn, only, typesOf } from "../testing/told.ts";

type Terms = Parameters<Story["subscription"]>[0];

/** An authorized subscription: 5,000 cents a month, unless said otherwise. */
function authorized(terms: Terms = {}, beginning: ConstructorParameters<typeof Story>[0] = {}) {
  const story = new Story(beginning);
  const { companyId } = story;
  const subscriptionId = story.subscription(terms);
  story.given({ type: "authorize-subscription", companyId, subscriptionId });
  return { story, subscriptionId, companyId };
}

function datesOf(told: readonly Told[]): string[] {
  const billed = told.filter(({ event }) => /^SubscriptionCharge/.test(event.type));
  return billed.map(({ at }) => iso(at).slice(0, 16));
}

describe("a subscription", () => {
  it("is pending at first, and bills nothing", () => {
    const story = new Story();
    const subscriptionId = story.subscription();
    expect(story.subscriptionOf(subscriptionId)).toMatchObject({ status: "PENDING", nextOutcome: "PAID" });
    expect(story.advance("P365D")).toEqual([]);
  });

  it("is authorized by the customer, which is told, and bills first after one interval", () => {
    const { story, subscriptionId } = authorized();
    expect(notificationsIn(story.history)).toEqual(["subscription.authorized"]);
    expect(story.subscriptionOf(subscriptionId)).toMatchObject({ status: "AUTHORIZED", authorizedAt: story.now });
    expect(story.agenda().map(({ at }) => iso(at))).toEqual(["2026-02-15T12:00:00.000Z"]);
    expect(story.ledger.available).toBe(0);
  });

  it.each([
    { interval: "PT23H", because: "a day or more" },
    { interval: "P0D", because: "a day or more" },
    { interval: "monthly", because: "not an ISO 8601 duration" },
    { interval: "-P1M", because: "must not be negative" },
  ])("is refused with the interval $interval: $because", ({ interval, because }) => {
    const story = new Story();
    const { companyId } = story;
    const { events, outcome } = story.when({ type: "create-subscription", companyId, amountCents: 1, interval });
    expect(events).toEqual([]);
    expect(outcome).toMatchObject({ type: "value-not-allowed", problems: [{ at: "interval" }] });
    expect(JSON.stringify(outcome)).toContain(because);
  });

  it.each([
    { status: "PENDING", refuses: ["bill-subscription"] },
    { status: "AUTHORIZED", refuses: ["authorize-subscription", "reject-subscription"] },
    { status: "REJECTED", refuses: ["authorize-subscription", "reject-subscription", "bill-subscription"] },
  ] as const)("when $status refuses $refuses", ({ status, refuses }) => {
    const story = new Story();
    const { companyId } = story;
    const subscriptionId = story.subscription();
    const ids = { companyId, subscriptionId };
    if (status === "AUTHORIZED") story.given({ type: "authorize-subscription", ...ids });
    if (status === "REJECTED") story.given({ type: "reject-subscription", ...ids });
    for (const type of refuses) {
      const { events, outcome } = story.when({ type, ...ids, scheduled: false });
      expect(events).toEqual([]);
      expect(outcome).toEqual({ type: "subscription-state-conflict", subscriptionId, subscriptionStatus: status });
    }
  });
});

describe("a billing on schedule", () => {
  it("credits like a paid charge, with a charge of its own, and tells of no charge.*", () => {
    const customer = { id: "c1", name: "Caio", email: null, phone: null };
    const { story, subscriptionId, companyId } = authorized({ customer });
    const told = story.advance("P1M");
    expect(typesOf(told)).toEqual(["SubscriptionChargePaid", "NotificationRaised"]);
    expect(notificationsIn(told)).toEqual(["subscription.charge.paid"]);
    const [paid] = only("SubscriptionChargePaid", told);
    const chargeId = paid?.chargeId ?? "";
    expect(story.chargeOf(chargeId)).toMatchObject({
      companyId,
      subscriptionId,
      customer,
      total: 5_000,
      paymentStatus: "PAID",
      paidAt: story.now,
    });
    expect(story.ledger).toMatchObject({ available: 5_000, customers: -5_000 });
    const [notification] = only("NotificationRaised", told);
    expect(JSON.parse(notification?.body ?? "")).toMatchObject({ chargeId, subscription: { subscriptionId } });
  });

  it("falls on the last day of short months and comes back: it does not drift", () => {
    const { story } = authorized({}, { startAt: "2026-01-31T13:00:00Z" });
    expect(datesOf(story.runUntil("2027-03-01T00:00:00Z"))).toEqual([
      "2026-02-28T13:00",
      "2026-03-31T13:00",
      "2026-04-30T13:00",
      "2026-05-31T13:00",
      "2026-06-30T13:00",
      "2026-07-31T13:00",
      "2026-08-31T13:00",
      "2026-09-30T13:00",
      "2026-10-31T13:00",
      "2026-11-30T13:00",
      "2026-12-31T13:00",
      "2027-01-31T13:00",
      "2027-02-28T13:00",
    ]);
  });

  it("that fails credits nothing, is told, and arranges the next one", () => {
    const { story, subscriptionId } = authorized({ nextOutcome: "FAILED" });
    const told = story.advance("P2M");
    expect(typesOf(told)).toEqual([
      "SubscriptionChargeFailed",
      "NotificationRaised",
      "SubscriptionChargeFailed",
      "NotificationRaised",
    ]);
    expect(notificationsIn(told)).toEqual(["subscription.charge.failed", "subscription.charge.failed"]);
    expect(story.ledger.available).toBe(0);
    expect(story.world.charges.size).toBe(0);
    expect(story.subscriptionOf(subscriptionId).status).toBe("AUTHORIZED");
  });

  it("fails where it could no longer be counted exactly", () => {
    const { story } = authorized({}, { balance: Number.MAX_SAFE_INTEGER });
    expect(typesOf(story.advance("P1M"))).toEqual(["SubscriptionChargeFailed", "NotificationRaised"]);
  });
});

describe("a billing on command", () => {
  it.each(["PAID", "FAILED"] as const)("that is %s leaves the schedule as it is", (outcome) => {
    const { story, subscriptionId, companyId } = authorized();
    const before = story.agenda();
    story.advance("P10D");
    const { events } = story.when({ type: "bill-subscription", companyId, subscriptionId, scheduled: false, outcome });
    expect(notificationsIn(events)).toEqual([`subscription.charge.${outcome.toLowerCase()}`]);
    expect(story.agenda()).toEqual(before);
    expect(story.ledger.available).toBe(outcome === "PAID" ? 5_000 : 0);
    expect(datesOf(story.runUntil("2026-04-01T00:00:00Z"))).toEqual(["2026-02-15T12:00", "2026-03-15T12:00"]);
  });

  it("ends as the subscription's next outcome says when nothing else is said, and does not change it", () => {
    const { story, subscriptionId, companyId } = authorized({ nextOutcome: "FAILED" });
    const bill = { type: "bill-subscription", companyId, subscriptionId, scheduled: false } as const;
    expect(typesOf(story.when(bill).events)[0]).toBe("SubscriptionChargeFailed");
    expect(typesOf(story.when({ ...bill, outcome: "PAID" }).events)[0]).toBe("SubscriptionChargePaid");
    expect(story.subscriptionOf(subscriptionId).nextOutcome).toBe("FAILED");
  });
});
