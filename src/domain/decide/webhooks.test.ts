import { describe, expect, it } from "vitest";
import { selectableEvents } from "../notification.ts";
import { Story } from "../testing/story.ts";
import { webhookSecret } from "../webhook.ts";

describe("creating a webhook", () => {
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
    expect(
      story.when({ type: "create-webhook", companyId, name: "Mine", url: "https://hooks.acme.dev/", events }),
    ).toEqual({
      events: [],
      outcome: {
        type: "webhook-event-unknown",
        events: ["webhook.test", "charge.cancelled"],
        allowed: selectableEvents,
      },
    });
  });
});

it("changing a webhook does not judge again the URL that it has, which may come from when any was allowed", () => {
  const story = new Story({ settings: { webhookUrls: "any" } });
  const { companyId } = story;
  const webhookId = story.webhook({ url: "http://localhost:3000/" });
  story.changeSettings({ webhookUrls: "strict" });
  story.given({ type: "change-webhook", companyId, webhookId, patch: { name: "Local" } });
  expect(story.webhookOf(webhookId)).toMatchObject({ name: "Local", url: "http://localhost:3000/" });
});

it("a webhook's secret is derived: the same for ever, and another for each webhook and each seed", () => {
  expect(webhookSecret("seed", "whk_1")).toBe(webhookSecret("seed", "whk_1"));
  expect(webhookSecret("seed", "whk_1")).toMatch(/^whsec_[0-9a-f]{48}$/);
  const all = [webhookSecret("seed", "whk_1"), webhookSecret("seed", "whk_2"), webhookSecret("other", "whk_1")];
  expect(new Set(all).size).toBe(3);
});
