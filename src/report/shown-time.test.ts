import { expect, it } from "vitest";
import { shownPassing, shownTime } from "./shown-time.ts";

it("times and what has passed between them are short", () => {
  expect(shownTime("2026-03-02T12:00:10.000Z")).toBe("2026-03-02 12:00:10");
  expect(shownTime("2026-03-02T12:00:10.250Z")).toBe("2026-03-02 12:00:10.250");
  expect([0, 10_000, 75_000, 30 * 86_400_000, 90_061_001, -5_000].map(shownPassing)).toEqual([
    "",
    "+10 s",
    "+1 min 15 s",
    "+30 d",
    "+1 d 1 h 1 min 1 s 1 ms",
    "−5 s",
  ]);
});
