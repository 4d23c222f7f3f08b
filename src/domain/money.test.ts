import { describe, expect, it } from "vitest";
import { percentOf } from "./money.ts";

describe("a percentage of an amount", () => {
  it.each([
    { amount: 10_000, percent: 10, gives: 1_000, why: "whole" },
    { amount: 101, percent: 50, gives: 51, why: "half a cent goes up" },
    { amount: 99, percent: 50, gives: 50, why: "half a cent goes up" },
    { amount: 149, percent: 1, gives: 1, why: "1.49 goes down" },
    { amount: 150, percent: 1, gives: 2, why: "1.50 goes up" },
    { amount: 49, percent: 1, gives: 0, why: "less than half a cent is nothing" },
    { amount: 10_000, percent: 12.34, gives: 1_234, why: "percent counts to two decimals" },
    { amount: 10_000, percent: 0.29, gives: 29, why: "0.29 has no exact binary form" },
    { amount: 1, percent: 100, gives: 1, why: "all of it" },
    { amount: 12_345, percent: 0, gives: 0, why: "none of it" },
    { amount: 0, percent: 50, gives: 0, why: "nothing to take from" },
  ])("$percent % of $amount cents is $gives: $why", ({ amount, percent, gives }) => {
    expect(percentOf(amount, percent)).toBe(gives);
  });

  it("is exact for the largest amounts", () => {
    const largest = Number.MAX_SAFE_INTEGER;
    expect(percentOf(largest, 100)).toBe(largest);
    expect(percentOf(largest, 33.33)).toBe(Number((BigInt(largest) * 3_333n + 5_000n) / 10_000n));
  });
});
