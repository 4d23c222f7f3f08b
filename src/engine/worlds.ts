import { type Commit, Conflict, type Snapshot, type WorldEntry, type WorldId } from "../store/world-store.ts";
import { digestOf } from "./api-key.ts";
import type { InvalidFixture } from "./beginning/fixture/parse-fixture.ts";
import {
  type BeginningDependencies,
  beginWithFixture,
  beginWithSaved,
  type KeyHolder,
  type SavedWorldOrder,
  type WorldBeginning,
  type WorldOrder,
} from "./beginning/world-beginning.ts";
import type { Replayed } from "./history/chronicle.ts";
import { assertNeededSnapshots } from "./history/horizon.ts";
import { wallTimeOf } from "./history/world-clock.ts";
import { Unavailable } from "./unavailable.ts";
import type { WorldDependencies } from "./world/dependencies.ts";
import { LiveWorld } from "./world/live-world.ts";
import { MAX_QUIET_JUMP_MS } from "./world/machine-clock.ts";
import { replayStored } from "./world/stored-history.ts";

/** A new world, with its companies in the order of the fixture. */
export interface CreatedWorld {
  readonly world: LiveWorld;
  readonly companies: readonly KeyHolder[];
}

interface Registered extends WorldEntry {
  readonly world: LiveWorld;
}

/** What the worlds of a process need from outside. */
export interface Dependencies extends WorldDependencies, BeginningDependencies {
  /** Is called at startup if the machine's clock is behind the time at which the worlds were last written. */
  readonly onClockBehind?: ((byMs: number) => void) | undefined;
}

/** All worlds of a process. Worlds know nothing of each other. An API key is enough to find its world and company. */
export class Worlds {
  readonly #dependencies: Dependencies;
  readonly #worlds = new Map<WorldId, Registered>();
  readonly #byDigest = new Map<string, { world: LiveWorld; companyId: string }>();
  #stopping = false;

  private constructor(dependencies: Dependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * Opens every world that the store has. What fell due while the process was not running happens now. Rejects with
   * `Damaged` if a file is missing that a world needs, now or later.
   */
  static async open(dependencies: Dependencies): Promise<Worlds> {
    const worlds = new Worlds(dependencies);
    let behindMs = 0;
    for (const entry of await dependencies.store.list()) {
      const replayed = await replayStored(dependencies, entry.worldId);
      await assertNeededSnapshots(dependencies.store, entry, replayed.chronicle);
      behindMs = Math.max(behindMs, catchUpWithHistory(replayed, dependencies.wallClock()));
      worlds.#add(entry, replayed);
    }
    if (behindMs > MAX_QUIET_JUMP_MS) dependencies.onClockBehind?.(behindMs);
    return worlds;
  }

  /** Creates a world and stores it, as a whole or not at all. Returns a fixture's problems. Throws `Unavailable`. */
  async create(order: WorldOrder): Promise<CreatedWorld | InvalidFixture> {
    this.assertOpen();
    const beginning = await beginWithFixture(order, this.#dependencies);
    return "problems" in beginning ? beginning : this.#begin(beginning);
  }

  /** Creates a world from a saved one and stores it, as a whole or not at all. */
  async createFrom(order: SavedWorldOrder): Promise<CreatedWorld> {
    this.assertOpen();
    return this.#begin(await beginWithSaved(order, this.#dependencies));
  }

  async #begin({ entry, begun, kept, companies }: WorldBeginning): Promise<CreatedWorld> {
    await this.#keep(entry, kept);
    const world = this.#add(entry, begun);
    // The request came before the shutdown, so its world is closed like the others.
    if (this.#stopping) await world.close();
    return { world, companies };
  }

  /** Stores a new world. Throws `Conflict` if its id is taken. */
  async #keep(entry: WorldEntry, beginning: readonly Commit[] | Snapshot): Promise<void> {
    try {
      await this.#dependencies.store.create(entry, beginning);
    } catch (cause) {
      if (cause instanceof Conflict) throw cause;
      throw new Unavailable("the sandbox could not write to its store; no world was made", { cause });
    }
  }

  #add(entry: WorldEntry, replayed: Replayed): LiveWorld {
    const world = new LiveWorld(entry, replayed, this.#dependencies);
    this.#worlds.set(entry.worldId, { ...entry, world });
    for (const [digest, companyId] of replayed.chronicle.companyIds) this.#byDigest.set(digest, { world, companyId });
    return world;
  }

  /** Throws `Unavailable` once the shutdown has begun. */
  assertOpen(): void {
    if (this.#stopping) throw new Unavailable("the sandbox is shutting down");
  }

  /** Makes an API key valid for a company. */
  register(world: LiveWorld, { companyId, apiKey }: KeyHolder): void {
    this.#byDigest.set(digestOf(apiKey), { world, companyId });
  }

  /** Returns the world and the company of an API key's digest, or null. */
  find(digest: string): { readonly world: LiveWorld; readonly companyId: string } | null {
    return this.#byDigest.get(digest) ?? null;
  }

  /** Records in every running world that the machine's clock was set. Returns whether any world is running. */
  tieClocks(): boolean {
    const running = this.list().filter(({ world }) => world.isRunning);
    // A world that cannot write this down has already reported why.
    for (const { world } of running) world.tieClock().catch(() => undefined);
    return running.length > 0;
  }

  get(worldId: WorldId): LiveWorld | null {
    return this.#worlds.get(worldId)?.world ?? null;
  }

  list(): readonly Registered[] {
    return [...this.#worlds.values()];
  }

  /** Ends a world and deletes it from the store. Returns false if there is no world of that id. */
  async delete(worldId: WorldId): Promise<boolean> {
    const found = this.#worlds.get(worldId);
    if (found === undefined) return false;
    await found.world.close("this world was deleted", "abandoned");
    try {
      await this.#dependencies.store.delete(worldId);
    } catch (cause) {
      // The ended world stays listed, so that it can be deleted again.
      throw new Unavailable("the sandbox could not delete the world from its store; try again", { cause });
    }
    this.#worlds.delete(worldId);
    for (const [digest, { world }] of this.#byDigest) if (world === found.world) this.#byDigest.delete(digest);
    return true;
  }

  /** Ends all worlds. Each rejects later requests; when this resolves, everything acknowledged is durable. */
  async stop(): Promise<void> {
    this.#stopping = true;
    await Promise.all(this.list().map(({ world }) => world.close()));
  }

  /** Ends all worlds and closes their store. */
  async close(): Promise<void> {
    await this.stop();
    await this.#dependencies.store.close();
  }
}

/**
 * Lets time continue from the last fact if the machine's clock is behind that fact; otherwise time would stand still
 * until the clock catches up. Returns the milliseconds that the clock is behind, or 0.
 */
function catchUpWithHistory(replayed: Replayed, wall: number): number {
  const { clock, world } = replayed;
  const behindMs = clock.mode === "frozen" ? 0 : (wallTimeOf(clock, world.at) ?? wall) - wall;
  if (behindMs <= 0) return 0;
  replayed.clock = { ...clock, anchorAt: world.at, anchorWall: wall };
  return behindMs;
}
