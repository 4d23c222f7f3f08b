import { expect, test } from "vitest";
import type { Call, TraceEntry } from "../trace/trace.ts";
import { codeLife } from "./code-life.ts";
import { withdrawalOutcomes } from "./outcomes.ts";
import { called } from "./testing/told.ts";
import { withdrawalRequests } from "./withdrawal-requests.ts";

const balance = (cents: number) => called("getBalance", {}, 200, { balance: cents });
const initiated = (value: number, status: number): Call =>
  called("initiateWithdrawal", { value }, status, status === 200 ? { withdrawId: `w${value}` } : {});
const cancelled = (value: number) => called("cancelWithdrawal", { withdrawId: `w${value}` }, 200);

/** Returns the outcome of a rejected initiation, after readings of the balance, and values that were taken, or are open. */
function outcomeOf(
  value: number,
  readings: readonly number[],
  taken: readonly number[] = [],
  open: readonly number[] = [],
) {
  const before: TraceEntry[] = readings.map(balance);
  for (const one of taken) before.push(initiated(one, 200), cancelled(one));
  before.push(...open.map((one) => initiated(one, 200)));
  const rejected = initiated(value, 422);
  const trace = [...before, rejected];
  const requests = withdrawalRequests(trace);
  return withdrawalOutcomes(requests, codeLife(requests), trace).find(({ call }) => call === rejected)?.outcome;
}

test("a value above the balance that was read last is above the balance", () => {
  expect(outcomeOf(5_001, [9_000, 5_000], [1_000])).toBe("insufficient-balance");
});

test("a value below all that were taken is below the minimum", () => {
  expect(outcomeOf(999, [5_000], [1_000])).toBe("withdrawal-below-minimum");
});

test.each([
  ["the balance has it, and less was taken", 1_500, [5_000], [1_000, 2_000]],
  ["no balance was read", 900_000, [], [1_000]],
  ["nothing was taken", 1_500, [5_000], []],
  ["another one is open, and it does not name it", 900_000, [5_000], [], [1_000]],
])("a rejection that nothing explains has no outcome: %s", (_, value, readings, taken, open = []) => {
  expect(outcomeOf(value, readings, taken, open)).toBeUndefined();
});
