import { describe, expect, it } from "vitest";
import { selectableEvents } from "../notification.ts";
import { Story } from "../testing/story.ts";
import { only } from "../testing/told.ts";

const url = "https://hooks.acme.dev/saldo";

/** The events of the notifications that a webhook has or will have. */
function toldTo(story: Story, webhookId: string): string[] {
  return story.deliveriesTo(webhookId).map(({ event }) => event);
}

describe("creating a webhook", () => {
  it("makes it active at once, with what was asked for", () => {
    const story = new Story();
    const { companyId, now } = story;
    const terms = { name: "Orders", url, events: ["charge.paid", "withdraw.completed"] };
    const { events, outcome } = story.when({ type: "create-webhook", companyId, ...terms });
    if (outcome.type !== "webhook-created") throw new Error(outcome.type);
    const { webhookId } = outcome;
    expect(webhookId).toMatch(/^whk_[0-9a-f]{24}$/);
    expect(events).toEqual([{ type: "WebhookCreated", webhookId, companyId, ...terms }]);
    expect(story.webhookOf(webhookId)).toMatchObject({ ...terms, createdAt: now, active: true, deactivatedAt: null });
  });

  it.each(selectableEvents)("can select %s", (event) => {
    const story = new Story();
    expect(story.webhookOf(story.webhook({ events: [event] })).events).toEqual([event]);
  });

  it("is refused with a URL that the platform does not post to, and says by which rule", () => {
    const story = new Story();
    const { companyId } = story;
    const wrong = "http://192.168.0.7/hook";
    const asked = { type: "create-webhook", companyId, name: "Mine", url: wrong, events: ["charge.paid"] } as const;
    expect(story.when(asked)).toMatchObject({
      events: [],
      outcome: { type: "webhook-url-not-allowed", url: wrong, rule: "private-address" },
    });
    expect(story.world.webhooks.size).toBe(0);
  });

  it("is refused with events that no webhook can select, naming them and those that one can", () => {
    const story = new Story();
    const { companyId } = story;
    const events = ["charge.paid", "webhook.test", "charge.cancelled"];
    expect(story.when({ type: "create-webhook", companyId, name: "Mine", url, events })).toEqual({
      events: [],
      outcome: {
        type: "webhook-event-unknown",
        events: ["webhook.test", "charge.cancelled"],
        allowed: selectableEvents,
      },
    });
  });
});

it.each(["change-webhook", "delete-webhook", "reactivate-webhook", "test-webhook"] as const)(
  "%s knows no webhook that does not exist, belongs to another company or was deleted",
  (type) => {
    const story = new Story();
    const { companyId } = story;
    const deleted = story.webhook();
    story.given({ type: "delete-webhook", companyId, webhookId: deleted });
    for (const webhookId of ["whk_none", story.webhook({ companyId: story.addCompany() }), deleted]) {
      const decision = story.when({ type, companyId, webhookId, patch: { url: "http://localhost/" } });
      expect(decision).toEqual({ events: [], outcome: { type: "webhook-unknown", webhookId } });
    }
  },
);

describe("changing a webhook", () => {
  it("changes what is named; the rest stays", () => {
    const story = new Story();
    const { companyId } = story;
    const webhookId = story.webhook({ name: "Orders", events: ["charge.paid"] });
    const change = (patch: { name?: string | undefined; url?: string; events?: string[] }) =>
      story.given({ type: "change-webhook", companyId, webhookId, patch });
    change({ name: "Payments", url: undefined });
    expect(story.webhookOf(webhookId)).toMatchObject({ name: "Payments", url, events: ["charge.paid"] });
    change({ url: "https://hooks.acme.dev/v2", events: ["charge.expired"] });
    const { name, url: changed, events } = story.webhookOf(webhookId);
    expect([name, changed, events]).toEqual(["Payments", "https://hooks.acme.dev/v2", ["charge.expired"]]);
  });

  it("judges a new URL and new events, in this order, and then changes nothing", () => {
    const story = new Story();
    const { companyId } = story;
    const webhookId = story.webhook();
    const change = (patch: { name?: string; url?: string; events?: string[] }) =>
      story.when({ type: "change-webhook", companyId, webhookId, patch }).outcome;
    expect(change({ name: "x", url: "http://127.0.0.1/" })).toMatchObject({ rule: "special-address" });
    expect(change({ name: "x", events: ["nothing"] })).toMatchObject({ type: "webhook-event-unknown" });
    expect(change({ url: "no", events: ["nothing"] })).toMatchObject({ type: "webhook-url-not-allowed", url: "no" });
    expect(story.webhookOf(webhookId)).toMatchObject({ name: "Orders", url, events: ["charge.paid"] });
  });

  it("does not judge again the URL that it has, which may come from when any was allowed", () => {
    const story = new Story({ settings: { webhookUrls: "any" } });
    const { companyId } = story;
    const webhookId = story.webhook({ url: "http://localhost:3000/" });
    story.changeSettings({ webhookUrls: "strict" });
    story.given({ type: "change-webhook", companyId, webhookId, patch: { name: "Local" } });
    expect(story.webhookOf(webhookId)).toMatchObject({ name: "Local", url: "http://localhost:3000/" });
  });
});

describe("deleting a webhook", () => {
  it("ends its deliveries that wait, and keeps those that have ended", () => {
    const story = new Story();
    const { companyId } = story;
    const webhookId = story.webhook();
    story.charge({ paid: true });
    story.advance("PT0S");
    story.charge({ paid: true });
    story.given({ type: "delete-webhook", companyId, webhookId });
    expect(story.deliveriesTo(webhookId).map(({ state }) => state)).toEqual(["DELIVERED", "CANCELLED"]);
    expect(only("AttemptRecorded", story.advance("P1D"))).toEqual([]);
  });
});

describe("testing a webhook", () => {
  it("sends webhook.test to it alone, whatever it has selected", () => {
    const story = new Story();
    const { companyId } = story;
    const tested = story.webhook({ events: ["charge.expired"] });
    const other = story.webhook({ events: [...selectableEvents] });
    const { outcome } = story.when({ type: "test-webhook", companyId, webhookId: tested });
    const [delivery] = story.deliveriesTo(tested);
    expect(outcome).toEqual({ type: "test-delivery-triggered", companyId, deliveryId: delivery?.deliveryId });
    expect(delivery).toMatchObject({ event: "webhook.test", state: "PENDING", attemptDue: { at: story.now } });
    expect(toldTo(story, other)).toEqual([]);
    story.advance("PT0S");
    expect(story.deliveriesTo(tested)).toMatchObject([{ state: "DELIVERED", attempts: [{ number: 1 }] }]);
  });

  it("tries once, and never deactivates", () => {
    const story = new Story();
    const { companyId } = story;
    const webhookId = story.webhook();
    story.receiver = () => 500;
    for (let i = 0; i < 6; i += 1) {
      story.given({ type: "test-webhook", companyId, webhookId });
      story.advance("PT2M");
    }
    const deliveries = story.deliveriesTo(webhookId);
    expect(deliveries.map(({ state, attempts }) => [state, attempts.length])).toEqual(
      Array.from({ length: 6 }, () => ["FAILED", 1]),
    );
    expect(story.webhookOf(webhookId)).toMatchObject({ active: true, deactivatedAt: null });
  });

  it("is refused while it is inactive", () => {
    const story = new Story();
    const { companyId } = story;
    const webhookId = story.webhook();
    story.happen({ type: "WebhookDeactivated", companyId, webhookId });
    const { events, outcome } = story.when({ type: "test-webhook", companyId, webhookId });
    expect(events).toEqual([]);
    expect(outcome).toEqual({ type: "webhook-inactive", webhookId });
  });
});

describe("reactivating a webhook", () => {
  it("starts clean: what was missed or cancelled stays so, and five attempts are five again", () => {
    const story = new Story();
    const { companyId } = story;
    const webhookId = story.webhook();
    story.receiver = () => 500;
    story.charge({ paid: true });
    story.advance("PT40S");
    story.charge({ paid: true });
    story.advance("PT35S");
    expect(story.webhookOf(webhookId)).toMatchObject({ active: false, deactivatedAt: story.now });
    story.charge({ paid: true });
    story.given({ type: "reactivate-webhook", companyId, webhookId });
    expect(story.webhookOf(webhookId)).toMatchObject({ active: true, deactivatedAt: null });
    expect(only("AttemptRecorded", story.advance("P1D"))).toEqual([]);
    expect(story.deliveriesTo(webhookId).map(({ state }) => state)).toEqual(["FAILED", "CANCELLED"]);

    story.charge({ paid: true });
    expect(only("AttemptRecorded", story.advance("PT74.999S"))).toHaveLength(4);
    expect(story.webhookOf(webhookId).active).toBe(true);
    story.advance("PT0.001S");
    expect(story.webhookOf(webhookId).active).toBe(false);
  });

  it("does nothing to one that is active", () => {
    const story = new Story();
    const { companyId } = story;
    const webhookId = story.webhook();
    const { events, outcome } = story.when({ type: "reactivate-webhook", companyId, webhookId });
    expect(events).toEqual([]);
    expect(outcome).toEqual({ type: "webhook-changed", companyId, webhookId });
  });
});
