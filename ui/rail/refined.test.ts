import { expect, test } from "vitest";
import type { TimelineRead } from "../../src/spec/generated/control-api.ts";
import { refined } from "./refined.ts";

function timeline(from: string, to: string, days: readonly string[]): TimelineRead {
  const counts = { holds: 0, withdrawals: 0, webhooks: 0, bookmarks: 0 };
  const buckets = days.map((at, i) => {
    return { at, lastAt: at, position: i + 1, available: { min: 0, max: 0, last: 0 }, reserved: 0, counts };
  });
  return { position: 9, now: to, from, to, horizon: 0, rewindableFrom: 1, buckets, marks: [], branches: [] };
}

const day = (number: number) => `2026-03-0${number}T00:00:00.000Z`;
const whole = timeline(day(1), day(9), [day(1), day(3), day(5), day(9)]);
const daysOf = ({ buckets }: TimelineRead) => buckets.map(({ at }) => at);

test("in a part that was read more finely the fine buckets take the place of the coarse ones, in order of time", () => {
  const part = timeline(day(2), day(6), [day(2), day(3), day(4), day(6)]);
  expect(daysOf(refined(whole, part))).toEqual([day(1), day(2), day(3), day(4), day(6), day(9)]);
});

test("a part that was read before events were forgotten is not used", () => {
  expect(refined({ ...whole, horizon: 2 }, timeline(day(2), day(6), []))).toEqual({ ...whole, horizon: 2 });
});
