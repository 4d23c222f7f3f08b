import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import { commit, entry, gather, snapshot } from "../../testing/sample-history.ts";
import {
  type Commit,
  lastPosition,
  type Position,
  type Snapshot,
  type WorldId,
  type WorldStore,
  WriteFailed,
} from "../../world-store.ts";

/** What a store has promised of a world, and what it may have done besides. */
interface Promised {
  readonly base: Position;
  /** All that was acknowledged, forgotten or not, and what was handed over after it. */
  kept: Commit[];
  perhaps: Commit[];
  isListed: boolean | "perhaps";
  horizon: Position;
  perhapsHorizon: Position;
  readonly snapshots: Map<Position, Snapshot>;
  /** What may be there in the place of a snapshot, or instead of none; null where one may be gone. */
  readonly perhapsSnapshots: Map<Position, Snapshot | null>;
}

/** A call failed, and nothing more can be asked of this store. */
export class Stopped extends Error {}

/**
 * Uses a store in all ways and remembers what it has promised. What to do when a call fails is up to `onFailure`: either
 * it throws `Stopped`, or it repairs what is broken; then the same must succeed. `onRepaired` is called before that, when it
 * was looked at what there is after the failure, and may throw `Stopped`, too.
 */
export class Exercise {
  readonly #promised = new Map<WorldId, Promised>();
  readonly #store: WorldStore;
  readonly #onFailure: () => void;
  readonly #onRepaired: () => void;

  constructor(store: WorldStore, onFailure: () => void, onRepaired = () => {}) {
    this.#store = store;
    this.#onFailure = onFailure;
    this.#onRepaired = onRepaired;
  }

  async run(): Promise<void> {
    await this.#create("a", 0, 2);
    await this.#append("a", 3);
    await this.#create("b", 40, 0);
    await this.#append("b", 2);
    await this.#save("a", "first");
    for (let i = 0; i < 3; i += 1) await this.#append("a", 2);
    await this.#save("a", "second");
    await this.#rest("a");
    await this.#append("a", 2);
    await this.#together(this.#create("c", 0, 1), this.#create("d", 0, 1));
    await this.#rest("b");
    await this.#forget("a");
    await this.#delete("b");
    await this.#rest("c");
    await this.#together(this.#append("a", 2), this.#append("c", 1));
    await this.#create("b", 0, 3);
    await this.#together(this.#delete("d"), this.#append("c", 2), this.#save("c", "meanwhile"));
    await this.#append("b", 1);
    await this.#rest("b");
    await this.#save("a", "third");
    await this.#save("a", "third, replaced");
    await this.#append("a", 1);
  }

  /** Looks whether a store that was opened again has all that was promised, and nothing that was never asked for. */
  async verify(store: WorldStore): Promise<void> {
    const listed = (await store.list()).map(({ worldId }) => worldId);
    const atRest = (await store.directory?.list()) ?? [];
    for (const [id, promised] of this.#promised) {
      if (promised.isListed !== "perhaps") expect(listed.includes(id)).toBe(promised.isListed);
      if (listed.includes(id)) await verifyWorld(store, id, promised);
    }
    for (const { entry, position } of atRest) {
      const found = await gather(store.read(entry.worldId, 0));
      expect(found.reduce((_, one) => lastPosition(one), await store.horizon(entry.worldId))).toBe(position);
    }
    expect(listed.filter((id) => !this.#promised.has(id))).toEqual([]);
  }

  /** Takes what a store that was opened again shows as promised, and adds to every world. */
  async goOn(store: WorldStore): Promise<Exercise> {
    const next = new Exercise(store, this.#onFailure);
    for (const [id, before] of this.#promised) next.#promised.set(id, { ...before, isListed: false });
    for (const { worldId: id } of await store.list()) {
      const base = await store.horizon(id);
      const kept = await gather(store.read(id, base));
      const snapshots = new Map<Position, Snapshot>();
      for (const position of await store.snapshots(id)) {
        const found = await store.snapshot(id, position);
        if (found !== null) snapshots.set(position, found);
      }
      const certain = { perhaps: [], isListed: true, horizon: base, perhapsHorizon: base, perhapsSnapshots: new Map() };
      next.#promised.set(id, { base, kept, snapshots, ...certain });
      await next.#append(id, 1);
    }
    return next;
  }

  async #create(id: WorldId, base: Position, length: number): Promise<void> {
    const start = snapshot(base, "base");
    const kept = Array.from({ length }, (_, i) => commit(base + 1 + i, 1, id));
    const snapshots = new Map(base === 0 ? [] : [[base, start] as const]);
    const rest = { perhaps: [], horizon: base, perhapsHorizon: base, snapshots, perhapsSnapshots: new Map() };
    const promised: Promised = { base, kept, isListed: "perhaps", ...rest };
    this.#promised.set(id, promised);
    const create = () => this.#store.create({ ...entry(id), beginning: base }, base === 0 ? kept : start);
    await this.#do(create, async () => {
      expect((await this.#store.list()).map(({ worldId }) => worldId)).not.toContain(id);
      promised.isListed = false;
    });
    promised.isListed = true;
  }

  async #delete(id: WorldId): Promise<void> {
    const promised = this.#known(id);
    promised.isListed = "perhaps";
    await this.#do(
      () => this.#store.delete(id),
      async () => {
        // Who asks for it has the deletion completed.
        expect((await this.#store.list()).map(({ worldId }) => worldId)).not.toContain(id);
        promised.isListed = false;
      },
    );
    promised.isListed = false;
  }

  /** Hands over several commits without waiting in between. */
  async #append(id: WorldId, count: number): Promise<void> {
    const promised = this.#known(id);
    const end = promised.kept.reduce((_, one) => lastPosition(one), promised.base);
    promised.perhaps = Array.from({ length: count }, (_, i) => commit(end + 1 + 2 * i, 2, `${id}${i}`));
    const writes = promised.perhaps.map((one) => this.#store.append(id, one.first - 1, [one]));
    const outcomes = await Promise.allSettled(writes);
    const failed = outcomes.findIndex(({ status }) => status === "rejected");
    promised.kept.push(...promised.perhaps.splice(0, failed === -1 ? count : failed));
    if (failed === -1) return;
    for (const outcome of outcomes.slice(failed)) {
      expect(outcome).toMatchObject({ status: "rejected", reason: expect.any(WriteFailed) });
    }
    this.#onFailure();
    // What is read now has been kept, and stays.
    const found = await gather(this.#store.read(id, promised.base));
    await verifyWorld(this.#store, id, promised);
    const last = found.at(-1);
    const more = promised.perhaps.filter(({ first }) => last !== undefined && first <= last.first);
    promised.kept.push(...more);
    promised.perhaps.splice(0, more.length);
    const rest = promised.perhaps;
    promised.perhaps = [];
    this.#onRepaired();
    promised.perhaps = rest;
    await this.#store.append(id, last === undefined ? promised.base : lastPosition(last), promised.perhaps);
    promised.kept.push(...promised.perhaps.splice(0));
  }

  async #save(id: WorldId, note: string): Promise<void> {
    const promised = this.#known(id);
    const position = promised.kept.reduce((_, one) => lastPosition(one), promised.base);
    const saved = snapshot(position, note);
    promised.perhapsSnapshots.set(position, saved);
    await this.#do(
      () => this.#store.saveSnapshot(id, saved),
      () => verifyWorld(this.#store, id, promised),
    );
    promised.snapshots.set(position, saved);
    promised.perhapsSnapshots.delete(position);
  }

  /** Puts a world to rest and opens it again. Whatever is written afterwards must make the rest void. */
  async #rest(id: WorldId): Promise<void> {
    const { kept, base } = this.#known(id);
    const position = kept.reduce((_, one) => lastPosition(one), base);
    const clock = { mode: "frozen", rate: 1, anchorAt: 0, anchorWall: 0 } as const;
    await this.#store.directory?.putToRest?.(id, { position, keys: [], clock, wakesAt: null });
    const read = () => gather(this.#store.read(id, 0));
    await read().catch(() => {
      this.#onFailure();
      return read();
    });
  }

  /** Forgets all but the newest snapshot and what follows it. */
  async #forget(id: WorldId): Promise<void> {
    const promised = this.#known(id);
    const [newest = 0, ...others] = [...promised.snapshots.keys()].sort((a, b) => b - a);
    const horizon = await this.#store.nextHorizon(id, newest);
    expect(horizon).toBeGreaterThan(promised.horizon);
    promised.perhapsHorizon = horizon;
    for (const position of others) promised.perhapsSnapshots.set(position, null);
    await this.#do(
      () => this.#store.forget(id, horizon, new Set([newest])),
      () => verifyWorld(this.#store, id, promised),
    );
    promised.horizon = horizon;
    for (const position of others) {
      promised.snapshots.delete(position);
      promised.perhapsSnapshots.delete(position);
    }
  }

  async #do(work: () => Promise<void>, whenFailed: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      expect(error).toBeInstanceOf(WriteFailed);
      this.#onFailure();
      // What it shows and adds now has to stay.
      await whenFailed();
      this.#onRepaired();
      await work();
    }
  }

  /** All of it is told, whatever fails: it has to be remembered before anything else happens. */
  async #together(...works: readonly Promise<void>[]): Promise<void> {
    for (const outcome of await Promise.allSettled(works)) if (outcome.status === "rejected") throw outcome.reason;
  }

  #known(id: WorldId): Promised {
    const promised = this.#promised.get(id);
    if (promised === undefined) throw new Error(`there was never a world ${id}`);
    return promised;
  }
}

async function verifyWorld(store: WorldStore, id: WorldId, promised: Promised): Promise<void> {
  const { kept, perhaps, horizon, perhapsHorizon, snapshots, perhapsSnapshots } = promised;
  const after = await store.horizon(id);
  expect(after).toBeGreaterThanOrEqual(horizon);
  expect(after).toBeLessThanOrEqual(perhapsHorizon);
  const found = await gather(store.read(id, 0));
  const wanted = [...kept, ...perhaps].filter(({ first }) => first > after);
  expect(found.length).toBeGreaterThanOrEqual(kept.filter(({ first }) => first > after).length);
  expectSame(found, wanted.slice(0, found.length));
  const positions = new Set(await store.snapshots(id));
  for (const [position, saved] of snapshots) {
    if (perhapsSnapshots.get(position) !== null) expect(positions).toContain(position);
    if (!perhapsSnapshots.has(position)) expectSame(await store.snapshot(id, position), saved);
  }
  for (const position of positions) {
    const options = [snapshots.get(position), perhapsSnapshots.get(position)];
    const found = await store.snapshot(id, position);
    if (!options.some((option) => isDeepStrictEqual(option, found))) expect(options).toContainEqual(found);
  }
}

/** The comparison of the tests tells differences well, but takes too long to be made as often as here. */
function expectSame(found: unknown, wanted: unknown): void {
  if (!isDeepStrictEqual(found, wanted)) expect(found).toEqual(wanted);
}
