import { describe, expect, test } from "vitest";
import { fingerprint } from "../../domain/testing/fingerprint.ts";
import { longWork } from "../../slices/testing/long-work.ts";
import { Damaged } from "../../store/damaged.ts";
import { MemoryStore } from "../../store/memory-store.ts";
import { type Commit, lastPosition, type Snapshot } from "../../store/world-store.ts";
import { advance } from "../advance.ts";
import type { FixtureCompany } from "../beginning/fixture/parse-fixture.ts";
import { rewind } from "../rewind.ts";
import { days, HandClock, startAt } from "../testing/hand-clock.ts";
import { kept, onStage, stageEntry } from "../testing/stage.ts";
import { WrappedStore } from "../testing/wrapped-store.ts";
import { LiveWorld } from "../world/live-world.ts";
import { archivistOf } from "./archivist.ts";
import { inSlices, replay } from "./replay.ts";

const busyCompany: FixtureCompany = {
  retention: { percent: 20, holdFor: "P2D" },
  automaticWithdrawal: { at: "06:00" },
  charges: [{ total: 50_000, status: "PAID", createdAgo: "P1D" }],
};

test("after an advance that broke off, a running clock goes on from the last fact", async () => {
  const wall = new HandClock();
  const store = new MemoryStore();
  const { stage, actor } = await onStage({ store, wallClock: wall.read }, { mode: "running", company: busyCompany });
  wall.pass(1_000);
  await advance(actor.world, { by: "P5D" });
  await actor.world.close();
  const whole = await kept(store);
  const started = whole.findIndex(({ at }) => at > startAt + days);
  const part = whole.slice(0, started + 1);
  const last = part.at(-1);
  expect(last?.events[0]?.type).not.toBe("TimeReached");
  const torn = await storeOf(part);
  const told = await replay(torn, "w");
  const world = new LiveWorld(stageEntry, told, { ...stage.dependencies, store: torn });
  expect(world.known.at).toBe(last?.at);
  wall.pass(5_000);
  expect(world.known.at).toBe((last?.at ?? 0) + 5_000);
  const again = await advance(world, { to: startAt + 5 * days + 1_000 });
  expect(again.type).toBe("clock-advanced");
  await world.close();
  // The retried advance ends in the very same world as the one that was not disturbed.
  const undisturbed = await replay(await storeOf(whole), "w");
  expect(fingerprint((await replay(torn, "w")).world)).toBe(fingerprint(undisturbed.world));
});

test("a frozen world that begins before 1970 stays there", async () => {
  const at = Date.parse("1965-05-05T00:00:00Z");
  const commits: Commit[] = [
    { first: 1, at, events: [{ type: "TimeReached" }, { type: "ClockSet", mode: "frozen", rate: 1 }], wall: { at: 5 } },
  ];
  const { clock } = await replay(await storeOf(commits), "w");
  expect(clock).toMatchObject({ anchorAt: at, anchorWall: 5 });
});

describe("with a snapshot that is damaged", () => {
  /** A store whose snapshots at these positions are damaged. */
  class SpoiledStore extends WrappedStore {
    readonly spoiled = new Set<number>();

    override async snapshot(id: string, atOrBefore: number) {
      const snapshot = await this.inner.snapshot(id, atOrBefore);
      if (snapshot === null || !this.spoiled.has(snapshot.position)) return snapshot;
      throw new Damaged(`${snapshot.position}.json`, null, "does not match its checksum");
    }

    override async saveSnapshot(id: string, snapshot: Snapshot) {
      await this.inner.saveSnapshot(id, snapshot);
      this.spoiled.delete(snapshot.position);
    }
  }

  async function written() {
    const store = new SpoiledStore(new MemoryStore());
    const { actor } = await onStage({ store });
    const places: number[] = [];
    const note = async () => {
      const position = await actor.position();
      places.push(position);
      await archivistOf(store)("w", [position]);
    };
    await note();
    await actor.charge(1_000, { paid: true });
    await note();
    await rewind(actor.world, { position: places[0] ?? 0 });
    await actor.charge(2_000, { paid: true });
    await note();
    const print = await actor.world.transact(({ world }) => fingerprint(world));
    return { store, places, print };
  }

  test("the history does without it, back to its beginning, and says so", async () => {
    const { store, places, print } = await written();
    for (const position of [...places].reverse()) {
      store.spoiled.add(position);
      const damages: string[] = [];
      const told = await replay(store, "w", undefined, ({ file }) => damages.push(file));
      expect(fingerprint(told.world)).toBe(print);
      expect(damages).toContain(`${places.at(-1)}.json`);
    }
  });

  test("it is made anew before what could take its place is forgotten", async () => {
    const { store, places } = await written();
    const position = places[1] ?? 0;
    const before = fingerprint((await replay(store, "w", position)).world);
    store.spoiled.add(position);
    const told: string[] = [];
    await archivistOf(store, ({ file }) => told.push(file))("w", [position]);
    expect(told).toContain(`${position}.json`);
    expect([...store.spoiled]).toEqual([]);
    expect(fingerprint((await replay(store, "w", position)).world)).toBe(before);
  });

  test("a branch that began in what is forgotten is not told without it", async () => {
    const { store, places, print } = await written();
    const [first = 0, second = 0] = places;
    await store.forget("w", second, new Set([first, second]));
    expect(fingerprint((await replay(store, "w")).world)).toBe(print);
    store.spoiled.add(first);
    await expect(replay(store, "w")).rejects.toThrow(Damaged);
  });

  test("a place of which all is forgotten but a damaged snapshot is not taken for an earlier one", async () => {
    const { store, places } = await written();
    const [first = 0, second = 0, third = 0] = places;
    await store.forget("w", third, new Set(places));
    store.spoiled.add(second).add(third);
    await expect(replay(store, "w", second)).rejects.toThrow(Damaged);
    await expect(replay(store, "w")).rejects.toThrow(Damaged);
    expect((await replay(store, "w", first)).position).toBe(first);
  });
});

async function storeOf(commits: readonly Commit[]): Promise<MemoryStore> {
  const store = new MemoryStore();
  const [first, ...others] = commits;
  if (first === undefined) throw new Error("a history has a commit");
  await store.create(stageEntry, [first]);
  await store.append("w", lastPosition(first), others);
  return store;
}

test("readings of one turn share its slice, however few commits each has", async () => {
  const turns: number[] = [];
  const read = async (): Promise<void> => {
    for await (const _ of inSlices(commits())) turns.push(longWork());
  };
  await Promise.all([read().then(read), read()]);
  // The first commit of each comes at once.
  expect(new Set(turns).size).toBeGreaterThanOrEqual(turns.length - 2);
});

async function* commits(): AsyncIterable<Commit> {
  for (let first = 1; first <= 3; first += 1) yield { first, at: 0, events: [], wall: { at: 0 } };
}
