import { expect, it } from "vitest";
import { Story } from "../testing/story.ts";
import { webhookSecret } from "../webhook.ts";

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
