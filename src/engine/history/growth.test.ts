import { describe, expect, test } from "vitest";
import { type Commit, lastPosition, type Position } from "../../store/world-store.ts";
import type { Actor } from "../testing/actor.ts";
import { SlowStore } from "../testing/slow-store.ts";
import { onStage } from "../testing/stage.ts";
import { quiet, until } from "../testing/waiting.ts";
import { follow } from "./growth.ts";

/** Reads a world's history commit by commit. */
function commitsOf({ world }: Actor) {
  return async (after: Position): Promise<({ readonly last: number } & { readonly commit: Commit }) | null> => {
    for await (const commit of world.history(after)) return { commit, last: lastPosition(commit) };
    return null;
  };
}

/** Follows a world and notes the positions of what it is shown. */
function followed(actor: Actor, after: Position) {
  const seen: Position[] = [];
  const end = new AbortController();
  const reading = (async () => {
    for await (const { commit, last } of follow(actor.world, after, end.signal, commitsOf(actor))) {
      for (let at = commit.first; at <= last; at += 1) seen.push(at);
    }
  })();
  return { seen, end, reading };
}

describe("who follows a world", () => {
  test("sees nothing that is not durable", async () => {
    const slow = new SlowStore();
    const { actor } = await onStage({ store: slow });
    const { seen } = followed(actor, await actor.position());
    await quiet();
    slow.pause();
    const charge = actor.charge(100);
    await slow.someoneWaits();
    await quiet();
    expect(seen).toEqual([]);
    slow.release();
    await charge;
    await until(() => seen.length === 2);
  });
});
