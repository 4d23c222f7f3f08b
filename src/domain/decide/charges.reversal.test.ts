import { describe, expect, it } from "vitest";
import type { Retention } from "../settings.ts";
import { Story } from "../testing/story.ts";
import { notificationsIn } from "../testing/told.ts";

function percent(of: number, holdFor = "P30D"): Retention {
  return { percent: of, holdFor };
}

describe.each([
  { type: "refund-charge", event: "ChargeRefunded", status: "REFUNDED", reversal: "REFUND", told: [] },
  {
    type: "chargeback-charge",
    event: "ChargeChargedBack",
    status: "PAID",
    reversal: "CHARGEBACK",
    told: ["dispute.chargeback"],
  },
] as const)("$type", ({ type, event, status, reversal, told }) => {
  it("takes the charge's hold first, then what is available", () => {
    const story = new Story({ balance: 500, settings: { retention: percent(30) } });
    const { companyId } = story;
    const chargeId = story.charge({ paid: true });
    expect(story.ledger).toMatchObject({ available: 7_500, reserved: 3_000 });
    const { events } = story.move(type, chargeId);
    expect(events[0]).toEqual({ type: event, companyId, chargeId, total: 10_000, fromHoldCents: 3_000 });
    expect(story.ledger).toMatchObject({ available: 500, reserved: 0, customers: -500 });
    expect(story.holds).toEqual([]);
  });

  it("lets the balance go below zero when the money was withdrawn", () => {
    const story = new Story({ settings: { retention: percent(30) } });
    const chargeId = story.charge({ paid: true });
    story.confirm(story.withdrawal(7_000));
    story.advance("PT10S");
    story.move(type, chargeId);
    expect(story.ledger).toMatchObject({ available: -7_000, reserved: 0, bank: 6_800, fees: 200, customers: 0 });
  });

  it(`leaves it ${status} and tells ${told.length === 0 ? "no one" : told[0]}`, () => {
    const story = new Story();
    const chargeId = story.charge({ paid: true });
    const { events, outcome } = story.move(type, chargeId);
    expect(outcome).toEqual({ type: "charge-changed", chargeId, companyId: story.companyId });
    expect(notificationsIn(events)).toEqual(told);
    expect(story.chargeOf(chargeId)).toMatchObject({ paymentStatus: status, reversal });
  });

  it.each(["refund-charge", "chargeback-charge"] as const)("is the only reversal: no %s after it", (second) => {
    const story = new Story();
    const chargeId = story.charge({ paid: true });
    story.move(type, chargeId);
    const refused = { events: [], outcome: { type: "charge-already-reversed", chargeId } };
    expect(story.move(second, chargeId)).toEqual(refused);
  });
});
