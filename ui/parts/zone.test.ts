import { expect, test } from "vitest";
import { zonedInstant } from "./zone.ts";

test.each([
  ["2026-03-02T09:00", "America/Sao_Paulo", "2026-03-02T12:00:00.000Z"],
  ["2026-03-02T09:00", "UTC", "2026-03-02T09:00:00.000Z"],
  ["2026-03-29T01:30", "Europe/Berlin", "2026-03-29T00:30:00.000Z"],
  ["2026-03-29T03:30", "Europe/Berlin", "2026-03-29T01:30:00.000Z"],
  ["2018-11-04T12:00:30", "America/Sao_Paulo", "2018-11-04T14:00:30.000Z"],
])("%s in %s is %s", (local, zone, utc) => {
  expect(zonedInstant(local, zone)).toBe(Date.parse(utc));
});

test("what is no time is none", () => {
  expect(zonedInstant("tomorrow", "UTC")).toBeNull();
});
