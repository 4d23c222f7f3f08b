import { expect, test } from "vitest";
import { typedTime } from "./typed-time.ts";

/** A Monday, 09:00 in São Paulo. */
const now = Date.parse("2026-03-02T12:00:00Z");

test.each([
  ["5m", "2026-03-02T12:05:00Z"],
  ["+1h 30 min", "2026-03-02T13:30:00Z"],
  ["90 segundos", "2026-03-02T12:01:30Z"],
  ["30d", "2026-04-01T12:00:00Z"],
  ["2 semanas", "2026-03-16T12:00:00Z"],
  ["14:00", "2026-03-02T17:00:00Z"],
  ["14h30", "2026-03-02T17:30:00Z"],
  ["8:00", "2026-03-03T11:00:00Z"],
  ["tomorrow", "2026-03-03T03:00:00Z"],
  ["amanhã 9:00", "2026-03-03T12:00:00Z"],
  ["next friday", "2026-03-06T03:00:00Z"],
  ["próxima sexta-feira 18:00", "2026-03-06T21:00:00Z"],
  ["monday", "2026-03-09T03:00:00Z"],
  ["sábado", "2026-03-07T03:00:00Z"],
  ["2026-03-05 09:00", "2026-03-05T12:00:00Z"],
  ["05/03/2026", "2026-03-05T03:00:00Z"],
])("on Monday at 09:00, %s is %s", (typed, utc) => {
  expect(typedTime(typed, now, "America/Sao_Paulo")).toBe(Date.parse(utc));
});

test.each(["", "soon", "5", "5 x", "25:00", "32/13/2026", "31/02", "next", "5m later", "3650000d"])(
  "%s is no time",
  (typed) => {
    expect(typedTime(typed, now, "America/Sao_Paulo")).toBeNull();
  },
);
