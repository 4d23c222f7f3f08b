import { expect, test } from "vitest";
import { centsIn } from "./typed-money.ts";

test.each([
  ["1234", 123_400],
  ["1.234,56", 123_456],
  ["0,5", 50],
  ["R$ 12,30", 1_230],
  ["1.234.567,89", 123_456_789],
  ["1000.50", 100_050],
  ["1,000.50", 100_050],
  ["12.34", 1_234],
])("%s is %i cents", (text, cents) => {
  expect(centsIn(text)).toBe(cents);
});

test.each(["", "0", "-5", "1,234", "1.000.50", "1.2345", "ten", "99999999999999999"])("%s is no amount", (text) => {
  expect(centsIn(text)).toBeNull();
});
