import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { Names } from "./history-names.ts";
import type { Heard } from "./history-send.ts";
import type { Sight } from "./history-sight.ts";
import type { ModelAnswer } from "./model-request.ts";
import { expectedSight, type Seen } from "./model-seen.ts";
import type { ModelWorld } from "./model-world.ts";

/** What may have become of the world when the power failed. */
export interface Possible {
  readonly model: ModelWorld;
  /** How many of the requests are done in it. */
  readonly done: number;
}

/** Asserts that what was seen is what the model expects, and takes note of the names that things were given. */
export function assertSeen(model: ModelWorld, names: Names, { seen, position }: Sight): void {
  const reused = names.learn(model, seen);
  const expected = expectedSight(model, names.of);
  const comparable = withUnknownPositions(seen, expected);
  if (!isDeepStrictEqual(comparable, expected)) expect(comparable).toEqual(expected);
  expect(reused, "identifiers that were in use before").toEqual([]);
  takePosition(model, position);
  for (const bookmark of seen.bookmarks) {
    const place = model.bookmarks.get(bookmark.name);
    if (place === undefined) continue;
    place.position ??= bookmark.position;
    if (place.position !== null) model.surroundings.positions.set(place.position, place);
  }
}

/** The history was told to have come to a position, where the model is. */
export function takePosition(model: ModelWorld, position: number): void {
  const { positions } = model.surroundings;
  model.tip.position = position;
  if (!positions.has(position)) positions.set(position, model.tip);
  model.position = Math.max(model.position, position);
}

/** Asserts that an answer was what the model expected. */
export function assertAnswer(expected: ModelAnswer, { outcome }: Heard, names: Names, model: ModelWorld): void {
  expect(outcome).toMatchObject({ type: expected.type, ...expected.details });
  if (expected.of === undefined) return;
  const id = idOf(outcome);
  expect(names.name(expected.of, id, model), `${id} is not the name of this, or was in use before`).toBe(true);
}

/** The first possibility that the world agrees with; `names` are those known before. */
export function whatCame(possible: readonly Possible[], names: Names, resetsBefore: number, sight: Sight) {
  for (const { model } of possible) {
    model.settle();
    const tried = names.copy();
    if (model.resets > resetsBefore) tried.beginAnew(model.surroundings.beginning.state);
    const reused = tried.learn(model, sight.seen);
    const expected = expectedSight(model, tried.of);
    if (reused.length === 0 && isDeepStrictEqual(withUnknownPositions(sight.seen, expected), expected)) {
      return { model, names: tried };
    }
  }
  return null;
}

/** Positions of bookmarks that nobody was told are not compared. */
function withUnknownPositions(seen: Seen, expected: Seen): Seen {
  const told = new Map(expected.bookmarks.map(({ name, position }) => [name, position]));
  const bookmarks = seen.bookmarks.map((one) => (told.get(one.name) === null ? { ...one, position: null } : one));
  return { ...seen, bookmarks };
}

function idOf(outcome: object): string {
  if ("withdrawId" in outcome) return String(outcome.withdrawId);
  if ("chargeId" in outcome) return String(outcome.chargeId);
  if ("webhookId" in outcome) return String(outcome.webhookId);
  return "deliveryId" in outcome ? String(outcome.deliveryId) : "none";
}
