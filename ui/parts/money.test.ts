import { expect, test } from "vitest";
import { moneyText } from "./money.tsx";
import { centsIn, typedMoney } from "./typed-money.ts";

test.each([
  [0, "R$ 0,00"],
  [5, "R$ 0,05"],
  [-50, "-R$ 0,50"],
  [-123_456, "-R$ 1.234,56"],
  [Number.MAX_SAFE_INTEGER, "R$ 90.071.992.547.409,91"],
  [Number.MAX_SAFE_INTEGER - 42, "R$ 90.071.992.547.409,49"],
])("%i cents are %s", (cents, text) => expect(moneyText(cents).replaceAll("\u00A0", " ")).toBe(text));

test.each([0, 5, 100, Number.MAX_SAFE_INTEGER - 42])("%i cents are typed so that they stay the same", (cents) => {
  expect(centsIn(typedMoney(cents), 0)).toBe(cents);
});
