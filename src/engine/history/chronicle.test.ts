import { describe, expect, test } from "vitest";
import type { WorldEvent } from "../../domain/event.ts";
import type { Commit, Position } from "../../store/world-store.ts";
import { branchTo, type Chronicle, forgetBefore, newChronicle, nextEpoch, note } from "./chronicle.ts";

/** A chronicle of a history of commits with one fact each, with rewinds at some of them. */
function chronicleOf(length: number, rewinds: Record<Position, { to: Position; epoch?: number }> = {}): Chronicle {
  const chronicle = newChronicle();
  for (let first = 1; first <= length; first += 1) {
    const rewind = rewinds[first];
    const event = rewind === undefined ? plain : goingBack(rewind.to, rewind.epoch ?? nextEpoch(chronicle, rewind.to));
    note(chronicle, commit(first, event));
  }
  return chronicle;
}

const plain: WorldEvent = { type: "TimeReached" };

function goingBack(to: Position, epoch: number): WorldEvent {
  return {
    type: "WorldRewound",
    to,
    epoch,
    deliveries: "resume",
    clock: { mode: "frozen", rate: 1 },
    routes: [],
    webhookUrls: "strict",
  };
}

function commit(first: Position, ...events: WorldEvent[]): Commit {
  return { first, at: first * 1_000, events, wall: { at: 0 } };
}

/** The positions of the branch that leads to one, in order. */
function branch(chronicle: Chronicle, position: Position): Position[] {
  return branchTo(chronicle, position).flatMap(({ after, upTo }) => {
    return Array.from({ length: upTo - after }, (_, i) => after + 1 + i);
  });
}

test("a branch above a horizon is found without the rewinds before it", () => {
  const chronicle = chronicleOf(12, { 5: { to: 2 }, 8: { to: 7 }, 11: { to: 9 } });
  forgetBefore(chronicle, 8);
  expect(chronicle.rewinds.map(({ position }) => position)).toEqual([11]);
  expect(branch(chronicle, 12).filter((position) => position > 8)).toEqual([9, 11, 12]);
});

describe("the epoch of a rewind", () => {
  test("is one more than any since the last reset", () => {
    expect(nextEpoch(newChronicle(), 1)).toBe(1);
    expect(nextEpoch(newChronicle(7), 1)).toBe(8);
    const chronicle = chronicleOf(8, { 3: { to: 1 }, 5: { to: 4 } });
    expect(nextEpoch(chronicle, 8)).toBe(3);
    note(chronicle, commit(9, goingBack(1, 0)));
    expect(nextEpoch(chronicle, 9)).toBe(1);
    expect(chronicle.resetAt).toBe(9);
  });

  test("is new for all of the history when it goes back to before a reset, and from then on", () => {
    const chronicle = chronicleOf(8, { 3: { to: 1 }, 5: { to: 4 } });
    note(chronicle, commit(9, goingBack(1, 0)));
    expect(nextEpoch(chronicle, 8)).toBe(3);
    note(chronicle, commit(10, goingBack(8, 3)));
    expect(nextEpoch(chronicle, 10)).toBe(4);
    expect(chronicle.resetAt).toBe(9);
  });

  test("of a world that began in a later one is not taken for a reset's", () => {
    const chronicle = newChronicle(5);
    note(chronicle, commit(1, goingBack(1, 6)));
    expect(chronicle.resetAt).toBe(0);
    note(chronicle, commit(2, goingBack(1, 5)));
    expect(chronicle.resetAt).toBe(2);
    note(chronicle, commit(3, goingBack(1, 5)));
    expect(chronicle.resetAt).toBe(3);
  });
});
