import { describe, expect, it } from "vitest";
import { hintForInstant, readInstant } from "./given-instant.ts";

describe("a time in a request", () => {
  it.each([
    ["2026-03-02T12:00:00Z", "2026-03-02T12:00:00.000Z"],
    ["2026-03-02t12:00:00z", "2026-03-02T12:00:00.000Z"],
    ["2026-03-02T12:00:00.5Z", "2026-03-02T12:00:00.500Z"],
    ["2026-03-02T12:00:02+00:00", "2026-03-02T12:00:02.000Z"],
    ["2026-03-02T09:00:03-03:00", "2026-03-02T12:00:03.000Z"],
    ["2026-03-02T17:30:00+05:30", "2026-03-02T12:00:00.000Z"],
    ["2026-03-02T12:00:05.999999999Z", "2026-03-02T12:00:05.999Z"],
    ["2024-02-29T00:00:00Z", "2024-02-29T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"],
  ])("%s is %s: any offset, digits beyond milliseconds cut off", (text, instant) => {
    expect(new Date(readInstant(text) ?? Number.NaN).toISOString()).toBe(instant);
  });

  it.each([
    "",
    "2026-03-02T12:00:00",
    "2026-03-02 12:00:00Z",
    "2026-03-02T12:00Z",
    "2026-03-02T24:00:00Z",
    "2026-02-30T12:00:00Z",
    "2026-13-01T12:00:00Z",
    "2026-12-31T23:59:60Z",
    "2026-03-02T12:60:00Z",
    "2026-03-02T12:00:00.Z",
    "2026-03-02T12:00:00,5Z",
    "2026-03-02T12:00:00+0300",
    "2026-03-02T12:00:00+24:00",
    "2026-03-02T12:00:00+03:60",
    "9999-12-31T23:59:59-03:00",
    "0000-01-01T00:00:00+03:00",
    "2026-03-02T12:00:00Z\n",
    "٢٠٢٦-03-02T12:00:00Z",
  ])("%j names none", (text) => {
    expect(readInstant(text)).toBeNull();
  });
});

it.each([
  ["2026-03-02T12:00Z", "; write the seconds, too"],
  ["2026-03-02t12:00-03:00", "; write the seconds, too"],
  ["2026-02-30T12:00:00Z", "; there is no such day or time, or it is not in the years 0000 to 9999"],
  ["2026-03-02", ""],
  [5, ""],
])("of %j it is told%s", (given, hint) => {
  expect(hintForInstant(given)).toBe(hint);
});
