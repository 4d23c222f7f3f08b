import { expect, test } from "vitest";
import { instantIn, isInstant, isUtcInstant } from "./instant.ts";

const noon = Date.UTC(2026, 2, 2, 12);

test("every form of ISO 8601 that says how far from UTC it is, is an instant", () => {
  const forms = ["2026-03-02T12:00:00,000Z", "20260302T120000Z", "20260302T120000.0+0000", "2026-03-02T12:00Z"];
  const others = ["2026-03-02T12:00:00.000000000Z", "2026-03-02T12:00:00+00", "2026-03-02T09:00:00-0300"];
  expect([...forms, ...others].map(instantIn)).toEqual([...forms, ...others].map(() => noon));
  expect([...forms, ...others].filter((one) => !isUtcInstant(one))).toEqual(["2026-03-02T09:00:00-0300"]);
});

test("a time without an offset, another order and a number are none", () => {
  const none = [
    ...["2026-03-02T12:00:00", "2026-03-02", "02/03/2026 12:00:00Z", "1772452800", 1_772_452_800, null],
    ...["2026-13-02T12:00:00Z"],
  ];
  expect(none.filter(isInstant)).toEqual([]);
});
