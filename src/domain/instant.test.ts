import { describe, expect, it } from "vitest";
import { compactMinute, isTimeZone, lastInstant, nextLocalTime } from "./instant.ts";
import { instant, iso } from "./testing/story.ts";

const next = (at: string, localTime: string, timeZone: string) => iso(nextLocalTime(instant(at), localTime, timeZone));

describe("the next time of day", () => {
  it.each([
    { at: "2026-01-15T08:59:59.999Z", is: "2026-01-15T09:00:00.000Z", when: "a millisecond before it" },
    { at: "2026-01-15T09:00:00.000Z", is: "2026-01-16T09:00:00.000Z", when: "at it, a day later" },
    { at: "2026-01-15T09:00:00.001Z", is: "2026-01-16T09:00:00.000Z", when: "after it, a day later" },
    { at: "2026-01-15T02:00:00.000Z", is: "2026-01-15T09:00:00.000Z", when: "the local day is yesterday's in UTC" },
    { at: "2026-12-31T23:00:00.000Z", is: "2027-01-01T09:00:00.000Z", when: "over the end of a year" },
  ])("06:00 in São Paulo, $when", ({ at, is }) => {
    expect(next(at, "06:00", "America/Sao_Paulo")).toBe(is);
  });

  it("keeps the local time when clocks change", () => {
    expect(next("2026-03-07T12:00:00Z", "06:00", "America/New_York")).toBe("2026-03-08T10:00:00.000Z");
    expect(next("2026-03-06T12:00:00Z", "06:00", "America/New_York")).toBe("2026-03-07T11:00:00.000Z");
  });

  it("comes once on a day whose clocks skip it, and once on a day whose clocks show it twice", () => {
    const skipped = next("2026-03-08T00:00:00Z", "02:30", "America/New_York");
    expect(skipped).toBe("2026-03-08T07:30:00.000Z");
    expect(next(skipped, "02:30", "America/New_York")).toBe("2026-03-09T06:30:00.000Z");
    const twice = next("2026-11-01T00:00:00Z", "01:30", "America/New_York");
    expect(twice).toBe("2026-11-01T05:30:00.000Z");
    expect(next(twice, "01:30", "America/New_York")).toBe("2026-11-02T06:30:00.000Z");
  });
});

describe("the minute in a transaction id", () => {
  it("is in UTC, cut and not rounded", () => {
    expect(compactMinute(instant("2026-01-05T09:07:59.999Z"))).toBe("202601050907");
  });

  it("has twelve digits up to the last instant", () => {
    expect(compactMinute(lastInstant)).toBe("999912312359");
    expect(compactMinute(0)).toBe("197001010000");
  });
});

describe("a time zone", () => {
  it.each(["America/Sao_Paulo", "UTC", "Asia/Kathmandu"])("%s is one", (name) => expect(isTimeZone(name)).toBe(true));
  it.each(["", "Brasilia", "America/Sao Paulo", "__proto__"])("%j is none", (name) =>
    expect(isTimeZone(name)).toBe(false),
  );
});
