import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { eventTypes } from "../evolve.ts";
import { rejectionTypes } from "../rejection.ts";
import { anyHistory } from "./any-history.ts";
import { begin, perform } from "./tell.ts";

describe("random histories", () => {
  it("reach every event and every rejection, so that what is shown of them says something", () => {
    const outcomes = new Set<string | null>();
    const happened = new Set<string>();
    for (const [i, moves] of fc.sample(anyHistory, { numRuns: 150, seed: 1 }).entries()) {
      const story = begin(`sample ${i}`);
      for (const move of moves) outcomes.add(perform(story, move));
      for (const { event } of story.history) happened.add(event.type);
    }
    expect(eventTypes.filter((type) => !happened.has(type))).toEqual([]);
    // Full books need amounts, and a full list more faults, than a history of this size has; their tests stand elsewhere.
    expect(rejectionTypes.filter((type) => !outcomes.has(type))).toEqual(["ledger-full", "faults-full"]);
  });
});
