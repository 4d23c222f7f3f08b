import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effort } from "../../test/effort.ts";
import { decide } from "./decide.ts";
import { evolve } from "./evolve.ts";
import { anyHistory } from "./testing/any-history.ts";
import { AuditedStory } from "./testing/audited-story.ts";
import { fingerprint } from "./testing/fingerprint.ts";
import { holds, seeds } from "./testing/holds.ts";
import { commandOf, type Move } from "./testing/moves.ts";
import { jsonWire, Story } from "./testing/story.ts";
import { begin, perform, told } from "./testing/tell.ts";
import type { Told } from "./testing/told.ts";
import { webhookSecret } from "./webhook.ts";
import { emptyWorld, type World } from "./world.ts";

/** The world that a history, read back from its text, makes of an empty one. */
function replay(history: readonly Told[]): World {
  const world = emptyWorld();
  const kept: Told[] = JSON.parse(JSON.stringify(history));
  for (const { at, event } of kept) evolve(world, event, at);
  return world;
}

describe("in every history", () => {
  holds(
    "each answer is foretold, each fact follows the rules, and the world is what the facts make of it",
    (seed, moves) => {
      const story = new AuditedStory(begin(seed));
      for (const move of moves) story.perform(move);
    },
    60,
  );

  holds("replaying the events, read back from their text, gives an equal world", (seed, moves) => {
    const story = told(seed, moves);
    expect(fingerprint(replay(story.history))).toBe(fingerprint(story.world));
  });

  it("a replayed world goes on like the one that never stopped", () => {
    fc.assert(
      fc.property(seeds, anyHistory, fc.nat(80), (seed, moves, stop) => {
        const whole = told(seed, moves);
        const half = told(seed, moves.slice(0, stop));
        const resumed = new Story({ seed: "none" });
        Object.assign(resumed.world, replay(half.history));
        resumed.history.splice(0, resumed.history.length, ...half.history);
        resumed.now = half.now;
        resumed.receiver = half.receiver;
        for (const move of moves.slice(stop)) perform(resumed, move);
        expect(JSON.stringify(resumed.history)).toBe(JSON.stringify(whole.history));
        expect(fingerprint(resumed.world)).toBe(fingerprint(whole.world));
      }),
      { numRuns: 30 * effort },
    );
  });

  it("deciding changes nothing", () => {
    const check = (seed: string, moves: readonly Move[]) => {
      const story = begin(seed);
      for (const move of moves) {
        if (move.do !== "advance") {
          const before = fingerprint(story.world);
          decide(story.world, commandOf(story.world, move), story.now, jsonWire);
          expect(fingerprint(story.world)).toBe(before);
        }
        perform(story, move);
      }
    };
    fc.assert(fc.property(seeds, anyHistory, check), { numRuns: 15 * effort });
  });

  holds("the same seed and commands give the same events, none of which holds a webhook's secret", (seed, moves) => {
    const { history, world } = told(seed, moves);
    const text = JSON.stringify(history);
    expect(JSON.stringify(told(seed, moves).history)).toBe(text);
    for (const webhookId of world.webhooks.keys()) {
      expect(text).not.toContain(webhookSecret(world.seed, webhookId).slice("whsec_".length));
    }
  });
});
