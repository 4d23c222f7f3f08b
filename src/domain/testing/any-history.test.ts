import fc from "fast-check";
import { expect, it } from "vitest";
import { eventTypes } from "../evolve.ts";
import { rejectionTypes } from "../rejection.ts";
import { anyHistory } from "./any-history.ts";
import { begin, perform } from "./tell.ts";

it("random histories reach every event and every rejection, so that what is shown of them says something", () => {
  // Full books need amounts, and a full list more faults, than a history of this size has; their tests stand elsewhere.
  const notReached = new Set<string>([...eventTypes, ...rejectionTypes]).difference(
    new Set(["ledger-full", "faults-full"]),
  );
  // A tenth of them reach everything; a change of the domain must only not make that ten times less likely.
  for (const [i, moves] of fc.sample(anyHistory, { numRuns: 1_500, seed: 1 }).entries()) {
    if (notReached.size === 0) break;
    const story = begin(`sample ${i}`);
    for (const move of moves) notReached.delete(perform(story, move) ?? "");
    for (const { event } of story.history) notReached.delete(event.type);
  }
  expect([...notReached]).toEqual([]);
});
