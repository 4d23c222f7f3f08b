import { expect, test } from "vitest";
import {
  type Directory,
  type ListedWorld,
  OwnedElsewhere,
  type RestingWorld,
  type WorldEntry,
  type WorldId,
} from "../store/world-store.ts";
import { LoadedWorlds } from "./loaded-worlds.ts";
import { startAt } from "./testing/hand-clock.ts";
import { enter, openStage } from "./testing/stage.ts";
import { WrappedStore } from "./testing/wrapped-store.ts";
import { NotedWorlds } from "./world-list.ts";

const entry: WorldEntry = { worldId: "theirs", fixture: "default", createdAt: startAt, beginning: 1 };
const clock = { mode: "frozen", rate: 1, anchorAt: startAt, anchorWall: startAt } as const;
const listed: ListedWorld = { entry, position: 1, clock, wakesAt: null };

const noWorlds = {
  list: async () => [],
  takeDue: async () => [],
  find: async () => null,
  entry: async () => null,
} satisfies Directory;

/** A store in which another process makes a world between the first look at the worlds and the next one. */
class BusyStore extends WrappedStore {
  #looks = 0;
  readonly directory: Directory = {
    list: async () => (this.#isMade() ? [listed] : []),
    takeDue: async () => [],
    find: async () => null,
    entry: async () => null,
  };

  override async list() {
    return this.#isMade() ? [entry] : [];
  }

  override read(): never {
    throw new OwnedElsewhere("theirs", { address: "http://10.0.0.7:4400", token: "token" });
  }

  #isMade(): boolean {
    this.#looks += 1;
    return this.#looks > 1;
  }
}

test("a process begins, although another one makes a world at that time", async () => {
  const stage = await openStage({ store: new BusyStore() });
  expect(stage.worlds.list()).toEqual([]);
});

test("for the lists of other processes each world is noted when it was read, and then when it has changed", async () => {
  const notes: [WorldId, RestingWorld][] = [];
  const directory = { note: async (...note) => void notes.push(note), ...noWorlds } satisfies Directory;
  const noted = new NotedWorlds();
  const loaded = new LoadedWorlds();
  const stage = await openStage();
  const [still, busy] = [await enter(stage, { worldId: "still" }), await enter(stage, { worldId: "busy" })];
  for (const { world } of [still, busy]) loaded.add({ ...entry, worldId: world.worldId }, world, new Map());
  await noted.noteChanged(directory, loaded);
  expect(notes.splice(0)).toEqual([
    ["still", still.world.resting],
    ["busy", busy.world.resting],
  ]);
  await busy.initiated();
  await noted.noteChanged(directory, loaded);
  await noted.noteChanged(directory, loaded);
  expect(notes).toEqual([["busy", busy.world.resting]]);
});
