import fc from "fast-check";
import { expect, test } from "vitest";
import { firstInstant, lastInstant } from "../../domain/instant.ts";
import { isoInstant } from "./instant-text.ts";

test("every instant is written as Date would write it", () => {
  fc.assert(
    fc.property(fc.integer({ min: firstInstant, max: lastInstant }), (at) => {
      expect(isoInstant(at)).toBe(new Date(at).toISOString());
    }),
  );
});

test.each([firstInstant, 86_399_999, 86_400_000, lastInstant])("so are the ends of days and of time: %d", (at) => {
  expect(isoInstant(at)).toBe(new Date(at).toISOString());
});

test("more dates than are kept are written all the same", () => {
  const days = Array.from({ length: 2_500 }, (_, day) => day * 86_400_000);
  expect(days.map(isoInstant)).toEqual(days.map((at) => new Date(at).toISOString()));
});
