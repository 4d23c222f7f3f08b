import { expect, it } from "vitest";
import { Story } from "../testing/story.ts";
import { typesOf } from "../testing/told.ts";

it("a billing fails where it could no longer be counted exactly", () => {
  const story = new Story({ balance: Number.MAX_SAFE_INTEGER });
  const { companyId } = story;
  story.given({ type: "authorize-subscription", companyId, subscriptionId: story.subscription() });
  expect(typesOf(story.advance("P1M"))).toEqual(["SubscriptionChargeFailed", "NotificationRaised"]);
});
