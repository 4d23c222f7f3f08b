import { expect, test } from "vitest";
import type { HistoryEvent } from "../live/history-event.ts";
import { branchesIn } from "./branches.ts";

/** A history as a text: "." is an event, and a number is a rewind to that position. */
function history(...steps: readonly ("." | number)[]): readonly HistoryEvent[] {
  return steps.map((step, i) => ({
    position: i + 1,
    at: new Date(i * 1_000).toISOString(),
    type: step === "." ? "ChargePaid" : "WorldRewound",
    data: step === "." ? {} : { to: step },
  }));
}

const left = (events: readonly HistoryEvent[]) => branchesIn(events).map(({ after, upTo }) => [after + 1, upTo]);

test("without a rewind nothing is left", () => {
  expect(left(history(".", ".", "."))).toEqual([]);
});

test("what came after the target of a rewind is left", () => {
  expect(left(history(".", ".", ".", 1, "."))).toEqual([[2, 3]]);
});

test("the undo of a rewind brings back what it left, and leaves what came between", () => {
  expect(left(history(".", ".", ".", 1, ".", 3, "."))).toEqual([[4, 5]]);
});

test("two rewinds to the same place leave two branches", () => {
  expect(left(history(".", ".", 1, ".", 1, "."))).toEqual([[2, 4]]);
});
