import fc from "fast-check";
import { expect, test } from "vitest";
import { anyHistory } from "../../domain/testing/any-history.ts";
import type { Move } from "../../domain/testing/moves.ts";
import { attemptsEnded, fickle } from "../../domain/testing/postman.ts";
import { RestoredStory } from "../../domain/testing/restored.ts";
import { perform, told } from "../../domain/testing/tell.ts";
import { anyEdit, mangle } from "../testing/save-file/any-edit.ts";
import { richStory } from "../testing/save-file/rich-story.ts";
import { stateOf } from "../testing/save-file/state-of.ts";
import { parseSavedState } from "./parse-saved-state.ts";
import type { SavedState } from "./saved-state.ts";

/** Texts of states that are right. */
const texts = [
  richStory().world,
  ...fc.sample(anyHistory, { numRuns: 12, seed: 7 }).map((moves, i) => told(`hostile ${i}`, moves).world),
].map((world) => JSON.stringify(stateOf(world)));

/** Throws when something is impossible: the books are checked after every fact, and what falls due must be doable. */
function liveOn({ world }: SavedState, moves: readonly Move[]): void {
  const story = new RestoredStory(world, { now: world.at, receiver: fickle });
  // What is overdue is made now.
  story.given(...attemptsEnded(story.world, story.now, fickle));
  if (world.companies.length > 0) for (const move of moves) perform(story, move);
  story.advance("P40D");
}

test("whatever is done to a state, it is refused with a reason or goes on as a world", () => {
  let accepted = 0;
  const check = (text: string, edits: Parameters<typeof mangle>[1][], moves: readonly Move[]) => {
    const state = JSON.parse(text);
    for (const edit of edits) mangle(state, edit);
    const parsed = parseSavedState(state);
    if ("state" in parsed) {
      accepted += 1;
      liveOn(parsed.state, moves.slice(0, 50));
      return;
    }
    expect(parsed.problems.length).toBeGreaterThan(0);
    for (const { at, message } of parsed.problems) {
      expect(at).toMatch(/^\$/);
      expect(message).toMatch(/\w+ \w+/);
      expect(message.length).toBeLessThan(1_000);
    }
  };
  const edits = fc.array(anyEdit, { minLength: 1, maxLength: 3 });
  const moves = anyHistory.filter((history) => history.length >= 50);
  fc.assert(fc.property(fc.constantFrom(...texts), edits, moves, check), { numRuns: 400 });
  // Names, texts and the like can be anything.
  expect(accepted).toBeGreaterThan(60);
}, 60_000);
