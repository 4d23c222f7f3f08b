import fc from "fast-check";
import { expect, test } from "vitest";
import type { TraceEntry } from "../trace/trace.ts";
import { feeIn, floorsIn } from "./floor.ts";
import { acted, called } from "./testing/told.ts";
import { withdrawalRequests } from "./withdrawal-requests.ts";

const simulation = (fee: number, gross: number) =>
  called("simulateWithdrawalFee", {}, 200, { a: gross, b: fee, c: gross - fee, d: fee + 101 });

test("the fee is what simulations at different balances have in common", () => {
  const amount = fc.integer({ min: 20_000, max: 1_000_000 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999 }), amount, amount, (fee, one, other) => {
      fc.pre(one !== other);
      expect(feeIn([simulation(fee, one), simulation(fee, other)], "own")).toBe(fee);
    }),
  );
});

test.each([
  ["a share of the amount", [simulation(100, 10_000), simulation(200, 20_000)]],
  ["told only at one balance", [simulation(100, 10_000), simulation(100, 10_000)]],
])("a fee that is %s is not known", (_, trace) => {
  expect(feeIn(trace, "own")).toBeUndefined();
});

const tried = (value: number, status: number) =>
  status === 200
    ? [
        called("initiateWithdrawal", { value }, 200, { withdrawId: `w${value}` }),
        called("cancelWithdrawal", { withdrawId: `w${value}` }, 200),
      ]
    : [called("initiateWithdrawal", { value }, status, status === 409 ? { withdrawId: "w" } : {})];

const floorsOf = (trace: readonly TraceEntry[]) => floorsIn(trace, withdrawalRequests(trace), []);

test("the least amount is known once it was accepted and a cent less rejected", () => {
  const floors = floorsOf([...tried(449, 400), ...tried(1_000, 200), ...tried(450, 200)]);
  expect(floors.map(({ exact }) => exact)).toEqual([450]);
});

test.each([
  ["is told to be the open withdrawal", 409],
  ["is told to be one request too many", 429],
])("a rejection whose reason %s says nothing about the amount", (_, status) => {
  const floors = floorsOf([...tried(449, status), ...tried(450, 200)]);
  expect(floors.map(({ exact }) => exact)).toEqual([undefined]);
});

test("other settings have another least amount", () => {
  const trace = [
    ...tried(100, 400),
    ...tried(101, 200),
    acted("change-settings", { minimumWithdrawal: 317 }),
    ...tried(316, 400),
    ...tried(317, 200),
  ];
  expect(floorsOf(trace).map(({ exact }) => exact)).toEqual([101, 317]);
});
