import { expect, test } from "vitest";
import { arrived, called } from "../model/testing/told.ts";
import { story } from "../stories/story.ts";
import { unseenText } from "./unseen.ts";

test("where attempts came while the machine was too busy to time them, the reason says so", () => {
  const needs = [story("a story", [], {}, async () => {})];
  const trace = [called("createWebhook", {}, 201), arrived({})];
  const text = 'what shows it did not happen in "a story"';
  expect(unseenText(needs, trace)).toBe(text);
  expect(unseenText(needs, [...trace, { ...arrived({}), isBusy: true }])).toBe(
    `${text}; this machine was too busy to time some deliveries`,
  );
});
