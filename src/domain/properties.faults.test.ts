import { describe, expect } from "vitest";
import type { FaultTerms } from "./fault.ts";
import { holds } from "./testing/holds.ts";
import { begin, perform, told } from "./testing/tell.ts";
import { only } from "./testing/told.ts";

describe("in every history", () => {
  holds(
    "a fault strikes no more often than it was to, and is there until then or until it is removed",
    (seed, moves) => {
      const story = begin(seed);
      const left = new Map<string, number>();
      let position = 0;
      for (const move of moves) {
        perform(story, move);
        for (const { event } of story.history.slice(position)) {
          if (event.type === "FaultAdded") left.set(event.faultId, event.times);
          if (event.type === "FaultsRemoved") for (const faultId of event.faultIds) left.delete(faultId);
          if (event.type !== "FaultStruck") continue;
          const before = left.get(event.faultId) ?? 0;
          expect(before).toBeGreaterThan(0);
          expect(event.remaining).toBe(before - 1);
          if (before === 1) left.delete(event.faultId);
          else left.set(event.faultId, before - 1);
        }
        position = story.history.length;
        const there = story.world.faults.list.map(({ faultId, remaining }) => [faultId, remaining]);
        expect(there).toEqual([...left]);
      }
    },
  );

  holds("every struck delivery says of which kind, and no fault id is given twice", (seed, moves) => {
    const { history, world } = told(seed, moves);
    const added = only("FaultAdded", history);
    expect(new Set(added.map(({ faultId }) => faultId)).size).toBe(added.length);
    expect(world.faults.added).toBe(added.length);
    const terms = new Map<string, FaultTerms>(added.map((fault) => [fault.faultId, fault]));
    const struck = only("FaultStruck", history).filter(({ deliveryId }) => deliveryId !== undefined);
    for (const { deliveryId = "", faultId, kind } of struck) {
      expect(terms.get(faultId)?.kind).toBe(kind);
      expect(world.deliveries.get(deliveryId)?.fault).toBe(kind);
    }
    const marked = [...world.deliveries.values()].filter(({ fault }) => fault !== undefined);
    expect(marked.map(({ deliveryId }) => deliveryId)).toEqual(struck.map(({ deliveryId }) => deliveryId));
  });

  holds("what waits to be overtaken is pending, has not been attempted, and is known to wait", (seed, moves) => {
    const story = begin(seed);
    for (const move of moves) {
      perform(story, move);
      const waiting = [...story.world.deliveries.values()].filter(({ heldBack }) => heldBack);
      expect([...story.world.heldBack]).toEqual(waiting.map(({ deliveryId }) => deliveryId));
      for (const { state, attempts, fault } of waiting) {
        expect({ state, attempts, fault }).toEqual({ state: "PENDING", attempts: [], fault: "reorder-deliveries" });
      }
    }
  });
});
