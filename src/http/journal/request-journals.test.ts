import { expect, test, vi } from "vitest";
import { enter, openStage } from "../../engine/testing/stage.ts";
import { Session } from "../request/session.ts";
import { RequestJournals } from "./request-journals.ts";

const MAX_BYTES = 12_000;

/** Journals with room for about a dozen calls, and what calls two worlds. */
async function smallJournals() {
  const onEnded = vi.fn();
  const journals = new RequestJournals(() => 0, undefined, onEnded, MAX_BYTES);
  const worlds = [];
  for (const worldId of ["one", "other"]) {
    const { world } = await enter(await openStage());
    const session = new Session(Object.assign(world, { worldId }), "c", false, () => undefined);
    const receive = (i: number) => {
      const request = { method: "GET", url: `/${i}/${"x".repeat(800)}`, headers: {} };
      const received = journals.receive(session, request, null);
      return () => received.ended("malformed", 400, "{}");
    };
    const call = (i: number) => receive(i)();
    const listed = () =>
      journals
        .of(world)
        .newest({})
        .map(({ beginning }) => beginning.path.slice(0, 2));
    worlds.push({ receive, call, listed });
  }
  return { journals, worlds, onEnded };
}

test("calls that take too much memory together are forgotten, those of the world first that got none for longest", async () => {
  const { journals, worlds } = await smallJournals();
  const [one, other] = worlds;
  for (let i = 0; i < 8; i += 1) one?.call(i);
  expect(one?.listed()).toHaveLength(8);
  for (let i = 0; i < 8; i += 1) other?.call(i);
  expect(one?.listed()).toEqual([]);
  expect(other?.listed()).toHaveLength(8);
  expect(journals.bytes).toBeLessThanOrEqual(MAX_BYTES);
  one?.call(8);
  expect(one?.listed()).toEqual(["/8"]);
});

test("calls that are over written are no longer counted, nor those of a deleted world", async () => {
  const { journals, worlds } = await smallJournals();
  for (let i = 0; i < 3_000; i += 1) worlds[0]?.call(i % 2);
  expect(worlds[0]?.listed().length).toBeGreaterThan(0);
  journals.forget("one");
  expect(journals.bytes).toBe(0);
});

test("a call that ends after its world was deleted counts nowhere, such as the one that deletes it", async () => {
  const { journals, worlds, onEnded } = await smallJournals();
  const end = worlds[0]?.receive(0);
  journals.forget("one");
  end?.();
  expect(journals.bytes).toBe(0);
  expect(onEnded).not.toHaveBeenCalled();
});
