import { describe, expect, it } from "vitest";
import { addDuration, durationAfter, durationProblem, isShorterThanADay } from "./duration.ts";
import { instant, iso } from "./testing/story.ts";

const zone = "America/Sao_Paulo";
const add = (at: string, duration: string, times?: number) => {
  const after = durationAfter(instant(at), duration, zone, times);
  return after === null ? null : iso(after);
};

describe("a duration", () => {
  it.each(["PT5M", "P30D", "P1M", "P1Y2M3DT4H5M6.789S", "PT0S", "P1W", "PT0.5H", "P36525D"])("%s is one", (text) => {
    expect(durationProblem(text)).toBeNull();
  });

  it.each([
    { text: "", because: "not an ISO 8601 duration" },
    { text: "5 minutes", because: "not an ISO 8601 duration" },
    { text: "P", because: "not an ISO 8601 duration" },
    { text: "PT", because: "not an ISO 8601 duration" },
    { text: "P99999999999999999999Y", because: "not an ISO 8601 duration" },
    { text: "-PT5M", because: "must not be negative" },
    { text: "PT0.0001S", because: "whole milliseconds" },
    { text: "PT0.000000001S", because: "whole milliseconds" },
    { text: "P36526D", because: "at most P36525D" },
    { text: "P36525DT0.001S", because: "at most P36525D" },
    { text: "P101Y", because: "at most P36525D" },
  ])("$text is refused: $because", ({ text, because }) => {
    expect(durationProblem(text)).toContain(because);
  });

  it("is refused in a message that does not repeat an absurdly long text", () => {
    expect(durationProblem("x".repeat(10_000))?.length).toBeLessThan(120);
  });

  it.each([
    { text: "PT23H59M59.999S", is: true },
    { text: "P0D", is: true },
    { text: "P0M", is: true },
    { text: "PT24H", is: false },
    { text: "P1D", is: false },
    { text: "P1M", is: false },
  ])("$text is shorter than a day: $is", ({ text, is }) => {
    expect(isShorterThanADay(text)).toBe(is);
  });
});

describe("adding a duration", () => {
  it.each([
    { at: "2026-01-15T12:00:00Z", duration: "PT5M", is: "2026-01-15T12:05:00.000Z" },
    { at: "2026-01-15T12:00:00Z", duration: "PT0.001S", is: "2026-01-15T12:00:00.001Z" },
    { at: "2026-01-15T12:00:00Z", duration: "P30D", is: "2026-02-14T12:00:00.000Z" },
    { at: "2026-01-15T12:00:00Z", duration: "P2W", is: "2026-01-29T12:00:00.000Z" },
    { at: "2026-01-15T12:00:00Z", duration: "P1MT1H", is: "2026-02-15T13:00:00.000Z" },
    { at: "2028-02-29T12:00:00Z", duration: "P1Y", is: "2029-02-28T12:00:00.000Z" },
  ])("$at and $duration is $is", ({ at, duration, is }) => {
    expect(add(at, duration)).toBe(is);
  });

  it("takes a day for 24 hours, also where clocks change", () => {
    const before = instant("2026-03-07T12:00:00Z");
    expect(addDuration(before, "P1D", "America/New_York") - before).toBe(86_400_000);
  });

  it("reckons months on the local calendar: late on February 28 in São Paulo it is March 1 in UTC", () => {
    const late = "2026-03-01T01:00:00Z";
    expect(add(late, "P1M")).toBe("2026-03-29T01:00:00.000Z");
    expect(iso(addDuration(instant(late), "P1M", "UTC"))).toBe("2026-04-01T01:00:00.000Z");
  });

  it("ends with time itself: what recurs is never due again, what happens once happens at the last instant", () => {
    const late = "9999-12-31T12:00:00Z";
    expect(add(late, "P1D")).toBeNull();
    expect(iso(addDuration(instant(late), "P1D", zone))).toBe("9999-12-31T23:59:59.999Z");
  });

  it("does not drift over month ends when it is counted from the start", () => {
    const dates = [1, 2, 3, 4, 13].map((times) => add("2026-01-31T12:00:00Z", "P1M", times)?.slice(0, 10));
    expect(dates).toEqual(["2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31", "2027-02-28"]);
  });

  it("multiplies exact parts too", () => {
    expect(add("2026-01-15T12:00:00Z", "P1DT1H", 3)).toBe("2026-01-18T15:00:00.000Z");
  });
});
