import { describe, expect, test } from "vitest";
import { rewind } from "../../engine/rewind.ts";
import type { Actor } from "../../engine/testing/actor.ts";
import { SlowStore } from "../../engine/testing/slow-store.ts";
import { enter, onStage, openStage } from "../../engine/testing/stage.ts";
import { quiet, until } from "../../engine/testing/waiting.ts";
import { WrappedStore } from "../../engine/testing/wrapped-store.ts";
import { MemoryStore } from "../../store/memory-store.ts";
import type { Commit, Position, WorldId } from "../../store/world-store.ts";
import { FollowedWorlds, MAX_STREAMS_PER_WORLD } from "./followed-worlds.ts";

/** Counts readings, and lets none end before the test says so. */
class HeldStore extends WrappedStore {
  readings = 0;
  held: (() => void)[] | null = null;

  release(): void {
    const held = this.held ?? [];
    this.held = null;
    for (const go of held) go();
  }

  override async *read(id: WorldId, after: Position, upTo?: Position): AsyncIterable<Commit> {
    this.readings += 1;
    const { held } = this;
    if (held !== null) await new Promise<void>((resolve) => held.push(resolve));
    yield* this.inner.read(id, after, upTo);
  }
}

async function openFollowed() {
  const store = new HeldStore(new MemoryStore());
  return { store, stage: await openStage({ store }), worlds: new FollowedWorlds() };
}

function entered(worlds: FollowedWorlds, { world }: Actor) {
  const follower = worlds.enter(world);
  if (follower === null) throw new Error("there is no place");
  return follower;
}

/** A client that takes everything, and the positions that it was sent. */
function client(worlds: FollowedWorlds, actor: Actor, after = 0) {
  const positions: number[] = [];
  const end = new AbortController();
  const follower = entered(worlds, actor);
  const reading = (async () => {
    for await (const bytes of follower.parts(after, end.signal)) {
      for (const [, id] of bytes.toString().matchAll(/^id: (\d+)$/gm)) positions.push(Number(id));
    }
  })();
  return { positions, reading, end };
}

function range(after: number, last: number): number[] {
  return Array.from({ length: last - after }, (_, i) => after + i + 1);
}

describe("clients of an event stream", () => {
  test("are all sent everything once and in order, wherever they begin and whatever happens until then", async () => {
    const { stage, worlds } = await openFollowed();
    const actor = await enter(stage);
    await actor.charges(1_000);
    const clients: (ReturnType<typeof client> & { readonly after: number })[] = [];
    for (let i = 0; i < 20; i += 1) {
      const after = i % 2 === 0 ? i * 40 : i;
      clients.push({ after, ...client(worlds, actor, after) });
      await actor.charges(10);
      if (i === 10) await rewind(actor.world, { position: await actor.position() });
    }
    await actor.charge(100);
    const last = await actor.position();
    await until(() => clients.every(({ positions }) => positions.at(-1) === last));
    for (const { after, positions } of clients) expect(positions).toEqual(range(after, last));
  });

  test("share what is read: a hundred that follow cost as many readings as one", async () => {
    const { store, stage, worlds } = await openFollowed();
    const actor = await enter(stage);
    const after = await actor.position();
    const clients = Array.from({ length: MAX_STREAMS_PER_WORLD }, () => client(worlds, actor, after));
    await quiet();
    expect(store.readings).toBe(0);
    await actor.charge(100);
    const last = await actor.position();
    await until(() => clients.every(({ positions }) => positions.at(-1) === last));
    expect(store.readings).toBe(1);
  });

  test("are read for two at a time over all worlds, and one at a time for a world", async () => {
    const { store, stage, worlds } = await openFollowed();
    const actors = [];
    for (const worldId of ["a", "b", "c"]) actors.push(await enter(stage, { worldId }));
    store.held = [];
    const clients = actors.flatMap((actor) => [client(worlds, actor), client(worlds, actor, 1)]);
    await until(() => store.readings === 2);
    await quiet();
    expect(store.readings).toBe(2);
    // One that goes away is not read for any more.
    clients[4]?.end.abort();
    store.release();
    await until(() => clients.every(({ positions }, i) => i === 4 || positions.length > 0));
    expect(store.readings).toBe(5);
  });

  test("see nothing that is not durable", async () => {
    const slow = new SlowStore();
    const { actor } = await onStage({ store: slow });
    const { positions } = client(new FollowedWorlds(), actor, await actor.position());
    slow.pause();
    const charge = actor.charge(100);
    await slow.someoneWaits();
    await quiet();
    expect(positions).toEqual([]);
    slow.release();
    await charge;
    await until(() => positions.length === 2);
  });

  test("that take nothing keep no other client waiting", async () => {
    const { stage, worlds } = await openFollowed();
    const actor = await enter(stage);
    await actor.charges(1_000);
    const { signal } = new AbortController();
    for (let i = 0; i < 5; i += 1) {
      const parts = entered(worlds, actor).parts(0, signal)[Symbol.asyncIterator]();
      const first = await parts.next();
      expect(first.value.length).toBeLessThan(100_000);
    }
    const last = await actor.position();
    const { positions } = client(worlds, actor);
    await until(() => positions.at(-1) === last);
  });

  test("of which one was slower than the history is forgotten come to their end", async () => {
    const { store, stage, worlds } = await openFollowed();
    const actor = await enter(stage);
    await actor.charges(1_000);
    const slow = entered(worlds, actor).parts(0, new AbortController().signal)[Symbol.asyncIterator]();
    await slow.next();
    const horizon = await actor.position();
    const present = await actor.world.transact(({ at }) => at);
    await store.saveSnapshot("w", { position: horizon, at: present, state: {} });
    await store.forget("w", horizon, new Set([horizon]));
    await actor.charge(100);
    expect(await slow.next()).toEqual({ done: true, value: undefined });
  });
});
