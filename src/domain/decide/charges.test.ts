import { describe, expect, it } from "vitest";
import { instant, Story } from "../testing/story.ts";
import { notificationsIn, only, typesOf } from "../testing/told.ts";

describe("creating a charge", () => {
  it("leaves it pending, tells so, and moves no money", () => {
    const story = new Story();
    const { companyId } = story;
    const customer = { id: null, name: "Caio", email: null, phone: null };
    const { events, outcome } = story.when({
      type: "create-charge",
      companyId,
      total: 9_900,
      externalId: "order-7",
      customer: { name: "Caio" },
      expiresIn: "PT1H",
    });
    if (outcome.type !== "charge-created") throw new Error(outcome.type);
    const { chargeId } = outcome;
    expect(events[0]).toEqual({
      type: "ChargeCreated",
      chargeId,
      companyId,
      total: 9_900,
      externalId: "order-7",
      customer,
      retention: null,
      expiresAt: instant("2026-01-15T13:00:00Z"),
    });
    expect(notificationsIn(events)).toEqual(["charge.pending"]);
    expect(story.chargeOf(chargeId)).toMatchObject({ paymentStatus: "PENDING", previousStatus: null, paidAt: null });
    expect(story.ledger).toMatchObject({ available: 0, customers: 0 });
  });

  it("and paying it at once tells pending, then paid", () => {
    const story = new Story();
    const chargeId = story.charge({ total: 9_900, paid: true, expiresIn: "PT1H" });
    expect(typesOf(story.history.slice(-4))).toEqual([
      "ChargeCreated",
      "NotificationRaised",
      "ChargePaid",
      "NotificationRaised",
    ]);
    expect(notificationsIn(story.history)).toEqual(["charge.pending", "charge.paid"]);
    const bodies = only("NotificationRaised", story.history).map(({ body }) => JSON.parse(body).charge);
    expect(bodies).toMatchObject([
      { chargeId, paymentStatus: "PENDING", previousStatus: null, paidAt: null },
      { chargeId, paymentStatus: "PAID", previousStatus: "PENDING", paidAt: story.now },
    ]);
    expect(story.ledger).toMatchObject({ available: 9_900, customers: -9_900 });
  });

  it("is refused with a life that is no duration", () => {
    const story = new Story();
    const { companyId } = story;
    const { events, outcome } = story.when({ type: "create-charge", companyId, total: 1, expiresIn: "soon" });
    expect(events).toEqual([]);
    expect(outcome).toMatchObject({ type: "value-not-allowed", problems: [{ at: "expiresIn" }] });
  });

  it("is refused with a retention that cannot be held", () => {
    const story = new Story();
    const { companyId } = story;
    const retention = { percent: 33.333, holdFor: "soon" };
    const { events, outcome } = story.when({ type: "create-charge", companyId, total: 1, paid: true, retention });
    expect(events).toEqual([]);
    const problems = [{ at: "retention.holdFor" }, { at: "retention.percent" }];
    expect(outcome).toMatchObject({ type: "value-not-allowed", problems });
  });
});

describe("the expiry of a charge", () => {
  it("comes by itself at exactly its time, and is told", () => {
    const story = new Story();
    const chargeId = story.charge({ expiresIn: "PT1H" });
    const expiresAt = instant("2026-01-15T13:00:00Z");
    expect(story.runUntil(expiresAt - 1)).toEqual([]);
    const told = story.runUntil(expiresAt);
    expect(typesOf(told)).toEqual(["ChargeExpired", "NotificationRaised"]);
    expect(notificationsIn(told)).toEqual(["charge.expired"]);
    expect(story.chargeOf(chargeId)).toMatchObject({ paymentStatus: "EXPIRED", previousStatus: "PENDING", expiresAt });
  });

  it.each(["process-charge", "pay-charge"] as const)("does not come after %s", (type) => {
    const story = new Story();
    const chargeId = story.charge({ expiresIn: "PT1H" });
    story.move(type, chargeId);
    expect(story.agenda()).toEqual([]);
    expect(story.advance("P1D")).toEqual([]);
  });
});
