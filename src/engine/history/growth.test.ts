import { describe, expect, test } from "vitest";
import { gather } from "../../store/testing/sample-history.ts";
import { type Commit, lastPosition, type Position } from "../../store/world-store.ts";
import { advance } from "../advance.ts";
import { rewind } from "../rewind.ts";
import type { Actor } from "../testing/actor.ts";
import { SlowStore } from "../testing/slow-store.ts";
import { onStage } from "../testing/stage.ts";
import { quiet, until } from "../testing/waiting.ts";
import { Unavailable } from "../unavailable.ts";
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

function upTo(last: Position): Position[] {
  return Array.from({ length: last }, (_, i) => i + 1);
}

describe("who follows a world", () => {
  test("is shown what was, and then everything that comes, once and in order", async () => {
    const { actor } = await onStage();
    const { seen, end, reading } = followed(actor, 0);
    for (let i = 0; i < 5; i += 1) await actor.charge(100, { expiresIn: "PT1H" });
    await advance(actor.world, { by: "PT2H" });
    await rewind(actor.world, { position: await actor.position() });
    await actor.charges(300);
    const last = await actor.position();
    await until(() => seen.length >= last);
    expect(seen).toEqual(upTo(last));
    await quiet();
    end.abort();
    // Nothing happens any more, and no request waits.
    await reading;
    await actor.charge(100);
    expect(seen).toHaveLength(last);
  });

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

  test("is let go when the world ends", async () => {
    const { actor } = await onStage();
    const { seen, reading } = followed(actor, 0);
    await until(() => seen.length > 0);
    await actor.world.close();
    await expect(reading).rejects.toThrow(Unavailable);
    await expect(gather(follow(actor.world, 0, new AbortController().signal, commitsOf(actor)))).rejects.toThrow(
      Unavailable,
    );
  });
});
