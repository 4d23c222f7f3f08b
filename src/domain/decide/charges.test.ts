import { describe, expect, it } from "vitest";
import { Story } from "../testing/story.ts";

describe("creating a charge", () => {
  it("is refused with a life that is no duration, and with a retention that cannot be held", () => {
    const story = new Story();
    const { companyId } = story;
    const retention = { percent: 33.333, holdFor: "soon" };
    const asked = { type: "create-charge", companyId, total: 1, expiresIn: "soon", paid: true, retention } as const;
    const { events, outcome } = story.when(asked);
    expect(events).toEqual([]);
    const problems = [{ at: "expiresIn" }, { at: "retention.holdFor" }, { at: "retention.percent" }];
    expect(outcome).toMatchObject({ type: "value-not-allowed", problems });
  });
});

describe("a payment", () => {
  it("is refused where it could no longer be counted exactly, at creation too, and the charge stays as it was", () => {
    const story = new Story({ balance: Number.MAX_SAFE_INTEGER });
    const { companyId } = story;
    const chargeId = story.charge({ total: 1 });
    const full = { events: [], outcome: { type: "ledger-full", total: 1 } };
    expect(story.move("pay-charge", chargeId)).toEqual(full);
    expect(story.when({ type: "create-charge", companyId, total: 1, paid: true })).toEqual(full);
    expect(story.chargeOf(chargeId).paymentStatus).toBe("PENDING");
  });
});
