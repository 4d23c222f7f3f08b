import { expect, test } from "vitest";
import { type Directory, type ListedWorld, OwnedElsewhere, type WorldEntry } from "../store/world-store.ts";
import { startAt } from "./testing/hand-clock.ts";
import { openStage } from "./testing/stage.ts";
import { WrappedStore } from "./testing/wrapped-store.ts";

const entry: WorldEntry = { worldId: "theirs", fixture: "default", createdAt: startAt, beginning: 1 };
const clock = { mode: "frozen", rate: 1, anchorAt: startAt, anchorWall: startAt } as const;
const listed: ListedWorld = { entry, position: 1, clock, wakesAt: null };

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

test("a process begins, although another one makes a world meanwhile", async () => {
  const stage = await openStage({ store: new BusyStore() });
  expect(stage.worlds.list()).toEqual([]);
});
