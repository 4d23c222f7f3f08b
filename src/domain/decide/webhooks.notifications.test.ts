import { describe, expect, it } from "vitest";
import { selectableEvents } from "../notification.ts";
import { Story } from "../testing/story.ts";
import { notificationsIn, only } from "../testing/told.ts";
import { webhookSecret } from "../webhook.ts";

/** The events of the notifications that a webhook has or will have. */
function toldTo(story: Story, webhookId: string): string[] {
  return story.deliveriesTo(webhookId).map(({ event }) => event);
}

describe("a notification", () => {
  it("goes to each webhook of the company that has selected it, and to no other", () => {
    const story = new Story();
    const both = story.webhook({ events: ["charge.pending", "charge.paid"] });
    const paid = story.webhook({ events: ["charge.paid"] });
    const other = story.webhook({ events: ["withdraw.completed"] });
    const others = story.webhook({ companyId: story.addCompany(), events: [...selectableEvents] });
    story.charge({ paid: true });
    expect(toldTo(story, both)).toEqual(["charge.pending", "charge.paid"]);
    expect(toldTo(story, paid)).toEqual(["charge.paid"]);
    expect(toldTo(story, other)).toEqual([]);
    expect(toldTo(story, others)).toEqual([]);
  });

  it("carries the same text to all of them, in deliveries of their own", () => {
    const story = new Story();
    const [first, second] = [story.webhook(), story.webhook()];
    story.charge({ paid: true });
    const [raised] = only("NotificationRaised", story.history).slice(-1);
    const deliveries = [...story.deliveriesTo(first), ...story.deliveriesTo(second)];
    expect(deliveries.map(({ body }) => body)).toEqual([raised?.body, raised?.body]);
    expect(new Set(deliveries.map(({ deliveryId }) => deliveryId)).size).toBe(2);
  });

  it("is never charge.received, which is set aside, whatever happens to charges", () => {
    const story = new Story({ balance: 50_000 });
    const webhookId = story.webhook({ events: ["charge.received", "charge.paid"] });
    const { companyId } = story;
    const chargeId = story.charge();
    story.move("process-charge", chargeId);
    story.move("pay-charge", chargeId);
    story.move("chargeback-charge", chargeId);
    const subscriptionId = story.subscription({ interval: "P1D" });
    story.given({ type: "authorize-subscription", companyId, subscriptionId });
    story.confirm(story.withdrawal(10_000));
    story.advance("P3D");
    expect(notificationsIn(story.history)).not.toContain("charge.received");
    expect(new Set(toldTo(story, webhookId))).toEqual(new Set(["charge.paid"]));
  });
});

describe("a webhook's secret", () => {
  it("is derived: the same for ever, and another for each webhook and each seed", () => {
    expect(webhookSecret("seed", "whk_1")).toBe(webhookSecret("seed", "whk_1"));
    expect(webhookSecret("seed", "whk_1")).toMatch(/^whsec_[0-9a-f]{48}$/);
    const all = [webhookSecret("seed", "whk_1"), webhookSecret("seed", "whk_2"), webhookSecret("other", "whk_1")];
    expect(new Set(all).size).toBe(3);
  });
});
