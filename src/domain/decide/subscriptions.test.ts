import { expect, it } from "vitest";
import { Story } from "../testing/story.ts";
import { typesOf } from "../testing/told.ts";

it.each([
  { interval: "PT23H", because: "a day or more" },
  { interval: "P0D", because: "a day or more" },
  { interval: "monthly", because: "not an ISO 8601 duration" },
  { interval: "-P1M", because: "must not be negative" },
])("a subscription is refused with the interval $interval: $because", ({ interval, because }) => {
  const story = new Story();
  const { companyId } = story;
  const { events, outcome } = story.when({ type: "create-subscription", companyId, amountCents: 1, interval });
  expect(events).toEqual([]);
  expect(outcome).toMatchObject({ type: "value-not-allowed", problems: [{ at: "interval" }] });
  expect(JSON.stringify(outcome)).toContain(because);
});

it("a billing fails where it could no longer be counted exactly", () => {
  const story = new Story({ balance: Number.MAX_SAFE_INTEGER });
  const { companyId } = story;
  story.given({ type: "authorize-subscription", companyId, subscriptionId: story.subscription() });
  expect(typesOf(story.advance("P1M"))).toEqual(["SubscriptionChargeFailed", "NotificationRaised"]);
});
