import { describe, expect, it } from "vitest";
import { Story } from "../testing/story.ts";
import { only, typesOf } from "../testing/told.ts";

/** A story with one webhook and one payment, told to a receiver that fails so often before it acknowledges. */
function begin(failures: number) {
  const story = new Story();
  const { companyId } = story;
  const webhookId = story.webhook();
  story.receiver = ({ number }) => (number <= failures ? 503 : "ok");
  story.charge({ paid: true });
  const [first] = story.deliveriesTo(webhookId);
  if (first === undefined) throw new Error("nothing is delivered");
  const { deliveryId } = first;
  return {
    story,
    companyId,
    webhookId,
    deliveryId,
    redeliver: () => story.when({ type: "redeliver", companyId, deliveryId }),
    reactivate: () => story.given({ type: "reactivate-webhook", companyId, webhookId }),
    delivery: () => story.deliveryOf(deliveryId),
  };
}

describe("delivering again", () => {
  it("what was delivered makes one more attempt, at once, of the same delivery", () => {
    const { story, redeliver, delivery, deliveryId, webhookId, companyId } = begin(0);
    story.advance("P1D");
    const { events, outcome } = redeliver();
    expect(events).toEqual([{ type: "DeliveryRequeued", deliveryId, webhookId, companyId }]);
    expect(outcome).toEqual({ type: "delivery-requeued", companyId, deliveryId });
    expect(delivery()).toMatchObject({ state: "PENDING", attemptDue: { at: story.now } });
    story.advance("PT0S");
    expect(delivery()).toMatchObject({ state: "DELIVERED", attempts: [{ number: 1 }, { number: 2 }] });
  });

  it("is a single attempt, which deactivates nothing when it fails", () => {
    const { story, redeliver, delivery, webhookId } = begin(0);
    story.advance("PT0S");
    story.receiver = () => 500;
    redeliver();
    expect(only("AttemptRecorded", story.advance("P1D"))).toHaveLength(1);
    expect(delivery()).toMatchObject({ state: "FAILED", attemptDue: null });
    expect(story.webhookOf(webhookId).active).toBe(true);
  });

  it("what has failed works once its webhook is active again", () => {
    const { story, redeliver, reactivate, delivery } = begin(5);
    story.advance("P1D");
    reactivate();
    redeliver();
    story.advance("PT0S");
    expect(delivery()).toMatchObject({ state: "DELIVERED", attempts: { length: 6 } });
  });

  it("what waits for its next attempt brings that forward, and does not count as a fresh start", () => {
    const { story, redeliver, delivery, webhookId } = begin(5);
    const start = story.now;
    story.advance("PT1S");
    redeliver();
    expect(delivery()).toMatchObject({ state: "PENDING", attemptDue: { at: story.now } });
    story.advance("P1D");
    expect(delivery().attempts.map(({ attemptedAt }) => attemptedAt - start)).toEqual([
      0, 1_000, 11_000, 31_000, 71_000,
    ]);
    expect(delivery().state).toBe("FAILED");
    expect(story.webhookOf(webhookId).active).toBe(false);
  });

  it("what is due now, or under way, changes nothing: that attempt is the one that was asked for", () => {
    const { story, redeliver, deliveryId, companyId } = begin(0);
    const unchanged = { events: [], outcome: { type: "delivery-requeued", companyId, deliveryId } };
    expect(redeliver()).toEqual(unchanged);
    story.receiver = () => {
      expect(redeliver()).toEqual(unchanged);
      return "ok";
    };
    expect(typesOf(story.advance("P1D"))).toEqual(["AttemptRecorded"]);
  });
});
