import { expect, test } from "vitest";
import { arrived, called } from "../model/testing/told.ts";
import { story } from "../stories/story.ts";
import { unseenText } from "./unseen.ts";

test("the reason says what the driver lacked, and that the machine was too busy to time attempts", () => {
  const needs = [story("a story", [], {}, async () => {})];
  const trace = [called("createWebhook", {}, 201), arrived({})];
  const text = 'what shows it did not happen in "a story"';
  expect(unseenText(needs, trace, new Set(["settle"]))).toBe(text);
  expect(unseenText(needs, [...trace, { ...arrived({}), isBusy: true }], new Set(["make-charge", "other-key"]))).toBe(
    `${text}; a driver (--driver) that can make-charge, other-key would show more of it; this machine was too busy to time some deliveries`,
  );
});
