import { describe, expect, it } from "vitest";
import { emptyLedger, hasRoomFor, type Ledger, ledgerProblem, post } from "./ledger.ts";

function ledgerWith(balances: Partial<Ledger>): Ledger {
  return { ...emptyLedger(), ...balances };
}

it("posting adds to the accounts that it names and leaves the others alone", () => {
  const ledger = emptyLedger();
  post(ledger, { customers: -1_000, available: 900, reserved: 100 });
  post(ledger, { available: -500, unsettled: 500 });
  expect(ledger).toEqual({ available: 400, reserved: 100, unsettled: 500, customers: -1_000, bank: 0, fees: 0 });
  expect(ledgerProblem(ledger)).toBeNull();
});

describe("the books", () => {
  it("are in order when empty, and when money went in and out", () => {
    expect(ledgerProblem(emptyLedger())).toBeNull();
    expect(ledgerProblem(ledgerWith({ customers: -300, bank: 250, fees: 50 }))).toBeNull();
  });

  it("may owe: `available` goes below zero", () => {
    expect(ledgerProblem(ledgerWith({ available: -300, bank: 300 }))).toBeNull();
  });

  it.each([
    { wrong: { available: 1 }, because: "sum to 1 cents" },
    { wrong: { reserved: -5, available: 5 }, because: "reserve is negative: -5" },
    { wrong: { unsettled: -5, available: 5 }, because: "unsettled amount is negative: -5" },
    { wrong: { customers: -0.5, available: 0.5 }, because: "no safe integer" },
    { wrong: { customers: -(2 ** 53), available: 2 ** 53 }, because: "no safe integer" },
    { wrong: { available: Number.NaN }, because: "NaN" },
  ])("are out of order: $because", ({ wrong, because }) => {
    expect(ledgerProblem(ledgerWith(wrong))).toContain(because);
  });
});

describe("room for a payment", () => {
  it("ends at the largest amount that is counted exactly", () => {
    const largest = Number.MAX_SAFE_INTEGER;
    expect(hasRoomFor(emptyLedger(), largest)).toBe(true);
    expect(hasRoomFor(ledgerWith({ customers: -1, available: 1 }), largest)).toBe(false);
    expect(hasRoomFor(ledgerWith({ customers: -1, available: 1 }), largest - 1)).toBe(true);
  });

  it("is what was ever paid in and not given back, not what is available", () => {
    expect(hasRoomFor(ledgerWith({ customers: -Number.MAX_SAFE_INTEGER, bank: Number.MAX_SAFE_INTEGER }), 1)).toBe(
      false,
    );
  });
});
