import { expect, test } from "vitest";
import { choices } from "./choices.ts";
import { drawn, pairsLeft, type plain, reduced } from "./draw.ts";

test("200 members have all pairs of choices, and each seed has the same choices again", () => {
  expect(pairsLeft(1)).toBeGreaterThan(10_000);
  expect(pairsLeft(200)).toBe(0);
  const wide = Object.values(choices).filter((values) => values.length >= 3 && values.length <= 8);
  expect(wide.length).toBeGreaterThan(40);
  expect(drawn(17)).toEqual(drawn(17));
  expect(drawn(17)).not.toEqual(drawn(18));
});

test("what fails is reduced to the choices that are enough for it", async () => {
  const own = { ...drawn(3), envelope: "attributes", errorForm: "list", fee: 275 } as const;
  const fails = async (some: typeof plain) => some.envelope === "attributes" && some.fee === 275;
  expect(await reduced(own, fails)).toEqual(["envelope", "fee"]);
});
