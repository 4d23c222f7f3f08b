import { expect, test } from "vitest";
import type { Beginning, NewWorld, WorldEntry } from "../store/world-store.ts";
import { reset } from "./rewind.ts";
import { enter, fixtureOf, openStage } from "./testing/stage.ts";
import { quiet, until } from "./testing/waiting.ts";
import { WrappedStore } from "./testing/wrapped-store.ts";
import { Unavailable } from "./unavailable.ts";
import type { Worlds } from "./worlds.ts";

/** A store that keeps a new world only when the test says so. */
class HeldStore extends WrappedStore {
  readonly held: { readonly worldId: string; readonly release: () => void }[] = [];

  override async create(entry: WorldEntry, beginning: Beginning, made?: NewWorld): Promise<void> {
    await new Promise<void>((release) => this.held.push({ worldId: entry.worldId, release }));
    return super.create(entry, beginning, made);
  }
}

function make(worlds: Worlds, worldId: string, { charges = 1, gone }: { charges?: number; gone?: AbortSignal } = {}) {
  const name = { name: "Acme", pixKey: "acme@pix.example.com", document: "11222333000181" };
  const responsible = { name: "Ana", email: "ana@acme.example.com" };
  const fixture = fixtureOf({ ...name, responsible, generate: { charges, over: "P30D" } });
  return worlds.create({ worldId, fixtureName: "inline", fixture, seed: "made" }, gone);
}

/** A memory that fills up when it has been asked some times. */
class FillingMemory {
  asksLeft: number;

  constructor(asksLeft: number) {
    this.asksLeft = asksLeft;
  }

  get isFull(): boolean {
    this.asksLeft -= 1;
    return this.asksLeft < 0;
  }
}

test("two worlds are made at a time, and the others begin in the order in which they came", async () => {
  const store = new HeldStore();
  const { worlds } = await openStage({ store });
  const made = ["a", "b", "c", "d"].map((worldId) => make(worlds, worldId));
  await until(() => store.held.length === 2);
  await quiet();
  // The two are made in slices, and either can be the first to be stored.
  expect(store.held.map(({ worldId }) => worldId).sort()).toEqual(["a", "b"]);
  store.held[1]?.release();
  await until(() => store.held.length === 3);
  await quiet();
  expect(store.held.at(-1)?.worldId).toBe("c");
  store.held[0]?.release();
  await until(() => store.held.length === 4);
  for (const { release } of store.held) release();
  expect((await Promise.all(made)).length).toBe(4);
});

test("a client that is gone leaves the queue, and its world is not made", async () => {
  const store = new HeldStore();
  const { worlds } = await openStage({ store });
  const leaving = new AbortController();
  const [first, second, third, fourth] = [
    make(worlds, "a"),
    make(worlds, "b"),
    make(worlds, "c", { gone: leaving.signal }),
    make(worlds, "d"),
  ];
  await until(() => store.held.length === 2);
  leaving.abort();
  await expect(third).rejects.toThrow("the client disconnected before the world was made");
  for (const { release } of store.held) release();
  await until(() => store.held.length === 3);
  store.held[2]?.release();
  await Promise.all([first, second, fourth]);
  expect(
    worlds
      .list()
      .map(({ worldId }) => worldId)
      .sort(),
  ).toEqual(["a", "b", "d"]);
});

test("a hundred worlds can wait to be made; the next one is refused at once", async () => {
  const store = new HeldStore();
  const { worlds } = await openStage({ store });
  const made = Array.from({ length: 102 }, (_, index) => make(worlds, `w${index}`));
  await expect(make(worlds, "one-more")).rejects.toThrow("100 worlds are waiting to be made already; try again");
  const all = Promise.all(made);
  for (let released = 0; released < 102; released += 1) {
    await until(() => store.held.length > released);
    store.held[released]?.release();
  }
  expect((await all).length).toBe(102);
  expect(worlds.list().length).toBe(102);
});

test("a world whose making fills the memory is given up between two slices, and nothing is left of it", async () => {
  for (const times of [1, 3]) {
    const { worlds, store } = await openStage({ memory: new FillingMemory(times) });
    const made = make(worlds, "a", { charges: 2_000 });
    await expect(made).rejects.toThrow(Unavailable);
    await expect(made).rejects.toThrow("low on memory");
    expect(worlds.list()).toEqual([]);
    expect(await store.list()).toEqual([]);
  }
});

test("while the memory is full the past is not shown, but a world can be reset", async () => {
  const memory = { isFull: false };
  const stage = await openStage({ memory });
  const actor = await enter(stage);
  await actor.charge(100);
  memory.isFull = true;
  const beginning = () => actor.world.past.start(actor.world.past.beginning);
  await expect(actor.world.lookAt(beginning)).rejects.toThrow("low on memory");
  expect((await reset(actor.world)).type).toBe("world-rewound");
  memory.isFull = false;
  expect(await actor.world.lookAt(beginning)).toMatchObject({ position: actor.world.past.beginning });
});

test("a past that fills the memory while it is replayed is given up", async () => {
  const memory = new FillingMemory(Number.POSITIVE_INFINITY);
  const actor = await enter(await openStage({ memory }));
  for (let charges = 0; charges < 600; charges += 1) await actor.charge(100);
  const { position, at } = actor.world.known;
  const find = async () => {
    // There is room when the replay begins, and none after its first slice.
    memory.asksLeft = 1;
    return { position, at };
  };
  await expect(actor.world.lookAt(find)).rejects.toThrow("low on memory");
});
