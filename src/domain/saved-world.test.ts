import fc from "fast-check";
import { expect, it, test } from "vitest";
import { effort } from "../../test/effort.ts";
import { saveWorld } from "./saved-world.ts";
import { anyHistory } from "./testing/any-history.ts";
import { fingerprint } from "./testing/fingerprint.ts";
import { holds, seeds } from "./testing/holds.ts";
import { RestoredStory, restoreWorld, written } from "./testing/restored.ts";
import { Story } from "./testing/story.ts";
import { perform, told } from "./testing/tell.ts";
import { existing } from "./world.ts";

it("in every history a world that is read back goes on as the one that never was", () => {
  const check = (seed: string, moves: Parameters<typeof told>[1], later: Parameters<typeof told>[1]) => {
    const story = told(seed, moves);
    const before = story.history.length;
    const restored = new RestoredStory(written(story.world), story);
    for (const move of later) expect(perform(restored, move)).toBe(perform(story, move));
    expect(restored.history).toEqual(story.history.slice(before));
    expect(fingerprint(restored.world)).toBe(fingerprint(story.world));
  };
  fc.assert(fc.property(seeds, anyHistory, anyHistory, check), { numRuns: 30 * effort });
});

holds("what is written again is the same text, and says nothing that JSON cannot", (seed, moves) => {
  const { world } = told(seed, moves);
  const saved = saveWorld(world);
  expect(JSON.stringify(saveWorld(restoreWorld(written(world))))).toBe(JSON.stringify(saved));
  expect([...unwritable(saved)]).toEqual([]);
});

test("what was saved before there were faults is a world in which nothing goes wrong", () => {
  const story = new Story();
  const { faults: _, ...saved } = written(story.world);
  const { world } = new RestoredStory(saved, story);
  expect(world.faults).toEqual({ added: 0, list: [] });
  expect(fingerprint(world)).toBe(fingerprint(story.world));
});

test("what is due again was under way when the world was saved", () => {
  const story = new Story();
  story.webhook();
  story.charge({ paid: true });
  const underWay = story.world.outbox.pop();
  expect(restoreWorld(written(story.world)).outbox.peek()).toEqual(underWay);
});

test("holds keep their own order, which is not that of the charges", () => {
  const story = new Story({ settings: { retention: { percent: 10, holdFor: "P1D" } } });
  const [first, second] = [story.charge(), story.charge()];
  story.move("pay-charge", second);
  story.move("pay-charge", first);
  const [company] = restoreWorld(written(story.world)).companies.values();
  expect([...(company?.holds.keys() ?? [])]).toEqual([second, first]);
});

test("saving shares what the world consists of, so that a large world is saved at once", () => {
  const story = new Story();
  const charge = existing(story.world.charges, story.charge());
  expect(saveWorld(story.world).charges.includes(charge)).toBe(true);
});

/** What would come back as something else: a zero with a sign, no number, something that is there and undefined. */
function* unwritable(value: unknown): Iterable<unknown> {
  if (value === undefined || Object.is(value, -0) || (typeof value === "number" && !Number.isFinite(value)))
    yield value;
  if (typeof value === "object" && value !== null) for (const part of Object.values(value)) yield* unwritable(part);
}
