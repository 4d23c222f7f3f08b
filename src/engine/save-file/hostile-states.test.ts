import fc from "fast-check";
import { expect, test } from "vitest";
import { anyHistory } from "../../domain/testing/any-history.ts";
import type { Move } from "../../domain/testing/moves.ts";
import { attemptsEnded, fickle } from "../../domain/testing/postman.ts";
import { RestoredStory, written } from "../../domain/testing/restored.ts";
import { perform, told } from "../../domain/testing/tell.ts";
import { type AnyEdit, anyEdit, mangle } from "../testing/save-file/any-edit.ts";
import { richStory } from "../testing/save-file/rich-story.ts";
import { stateOf } from "../testing/save-file/state-of.ts";
import { parseSavedState } from "./parse-saved-state.ts";
import type { SavedState } from "./saved-state.ts";

/** Texts of states that are right. */
const texts = [
  richStory().world,
  ...fc.sample(anyHistory, { numRuns: 12, seed: 7 }).map((moves, i) => told(`hostile ${i}`, moves).world),
].map((world) => JSON.stringify(stateOf(world)));

/** What may be asked of a world that was accepted. */
const histories = fc
  .sample(anyHistory, { numRuns: 40, seed: 8 })
  .map((moves) => moves.slice(0, 50))
  .filter(({ length }) => length === 50);

/**
 * What is wrong with the state that a world has come to. Throws when something is impossible on the way: the books are
 * checked after every fact, and what falls due must be doable.
 */
function afterLivingOn({ world, ...rest }: SavedState, moves: readonly Move[]): unknown {
  const story = new RestoredStory(world, { now: world.at, receiver: fickle });
  // What is overdue is made now.
  story.given(...attemptsEnded(story.world, story.now, fickle));
  if (world.companies.length > 0) for (const move of moves) perform(story, move);
  story.advance("P40D");
  const { epoch } = story.world;
  const chronicle = { ...rest.chronicle, highestEpoch: epoch, highestSinceReset: epoch };
  const again = parseSavedState({ ...rest, chronicle, world: written(story.world) });
  return "problems" in again ? again.problems : [];
}

test("whatever is done to a state, it is refused with a reason or goes on as a world", () => {
  let accepted = 0;
  // By number, so that a failure prints what was done and not all of a state.
  const check = (which: number, edits: AnyEdit[], then: number) => {
    const state = JSON.parse(texts[which] ?? "");
    for (const edit of edits) mangle(state, edit);
    const parsed = parseSavedState(state);
    if ("state" in parsed) {
      accepted += 1;
      expect(afterLivingOn(parsed.state, histories[then] ?? [])).toEqual([]);
      return;
    }
    expect(parsed.problems.length).toBeGreaterThan(0);
    for (const { at, message } of parsed.problems) {
      expect(at).toMatch(/^\$/);
      expect(message).toMatch(/\w+ \w+/);
      expect(message.length).toBeLessThan(1_100);
    }
  };
  const edits = fc.array(anyEdit, { minLength: 1, maxLength: 3 });
  const [which, then] = [fc.nat(texts.length - 1), fc.nat(histories.length - 1)];
  fc.assert(fc.property(which, edits, then, check), { numRuns: 500 });
  // Names, texts and the like can be anything.
  expect(accepted).toBeGreaterThan(80);
}, 60_000);
