import type { Instant } from "../domain/instant.ts";
import {
  type Beginning,
  Conflict,
  type Directory,
  OwnedElsewhere,
  type Peer,
  type Position,
  type WorldEntry,
  type WorldId,
} from "../store/world-store.ts";
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
import { clockTime, wallTimeOf } from "./history/world-clock.ts";
import { restOf } from "./history/world-rest.ts";
import { type KeyedWorld, LoadedWorlds, type Registered } from "./loaded-worlds.ts";
import { Permits } from "./permits.ts";
import { Unavailable, unreadable, WorldDeleted, WorldMoved } from "./unavailable.ts";
import type { WorldDependencies } from "./world/dependencies.ts";
import { LiveWorld } from "./world/live-world.ts";
import { MAX_QUIET_JUMP_MS } from "./world/machine-clock.ts";
import { assertRoom } from "./world/memory.ts";
import { isLasting } from "./world/recovery.ts";
import { replayStored } from "./world/stored-history.ts";
import { type WorldWaits, waitsIn, waitsOf } from "./world/world-waits.ts";
import { WorldLoads } from "./world-loads.ts";

/** A new world, with its companies in the order of the fixture. */
export interface CreatedWorld {
  readonly world: LiveWorld;
  readonly companies: readonly KeyHolder[];
}

/** A world as lists show it. */
export interface WorldListed extends WorldEntry {
  readonly at: Instant;
  readonly position: Position;
  readonly isStopped: boolean;
  /** Null for a world of which its store has noted nothing, and for one that has stopped. */
  readonly waits: WorldWaits | null;
}

/** How often the directory is asked for worlds in which something is due, and for how many at once. */
const WAKE_MS = 1_000;
const MAX_WOKEN = 20;

/** Maximum worlds of which it is noted each second what lists of other processes show of them. */
const MAX_NOTED = 20;

/** How often it is looked for worlds that can be dropped. */
const DROP_MS = 10_000;

/** Maximum worlds that go back, show their past or are read again at the same time. */
const MAX_REPLAYS = 2;

/** Making a world takes memory twice, so others wait. With two, one is made while the other is stored. */
const MAX_MADE = 2;
const MAX_WAITING_TO_BE_MADE = 100;

/** Worlds are dropped only while those in memory take more than this. */
const MAX_LOADED_BYTES = 128 * 1024 * 1024;

/** What the worlds of a process need from outside. */
export interface Dependencies extends WorldDependencies, BeginningDependencies {
  /** Is called at startup if the machine's clock is behind the time at which the worlds were last written. */
  readonly onClockBehind?: ((byMs: number) => void) | undefined;
  /** How much memory worlds may take before idle ones are dropped; by default 128 MiB. */
  readonly maxLoadedBytes?: number | undefined;
}

/** All worlds of a process. Worlds know nothing of each other. An API key is enough to find its world and company. */
export class Worlds {
  readonly #dependencies: Dependencies;
  readonly #loaded = new LoadedWorlds();
  readonly #loads = new WorldLoads((entry) => this.#load(entry));
  readonly #making = new Permits(MAX_MADE);
  /** The worlds that are being put to rest, and when they are. */
  readonly #goingToRest = new Map<WorldId, Promise<void>>();
  /** The positions at which worlds were noted for the lists of other processes. */
  readonly #noted = new WeakMap<LiveWorld, Position>();
  /** The worlds that another process may have had since they were last read here: what was read of them may be old. */
  readonly #lostMeanwhile = new Set<WorldId>();
  /** The worlds that could not be read. No timer wakes them. */
  readonly #unreadable = new Set<WorldId>();
  readonly #dropTimer: NodeJS.Timeout | undefined;
  readonly #wakeTimer: NodeJS.Timeout | undefined;
  /** Whether the directory is being asked for worlds in which something is due. */
  #asking = false;
  #stopping = false;

  private constructor(dependencies: Dependencies) {
    this.#dependencies = { replays: new Permits(MAX_REPLAYS), ...dependencies };
    const { store } = dependencies;
    store.watch?.((worldId) => this.#lose(worldId));
    if (store.directory === undefined) return;
    this.#dropTimer = setInterval(() => void this.dropIdle(), DROP_MS).unref();
    this.#wakeTimer = setInterval(() => {
      void this.wakeDue();
      void this.#noteChanged();
    }, WAKE_MS).unref();
  }

  /**
   * Opens the worlds that the store's directory does not have; the others are opened when somebody asks for them, or when
   * something is due in them. What fell due while the process was not running happens now. Rejects with `Damaged` if a
   * file is missing that an opened world needs, now or later.
   */
  static async open(dependencies: Dependencies): Promise<Worlds> {
    const { store } = dependencies;
    const worlds = new Worlds(dependencies);
    const entries = await store.list();
    // It is read after the list: it has all worlds that other processes share, also those that they have just made.
    const resting = new Set((await store.directory?.list())?.map(({ entry }) => entry.worldId));
    let behindMs = 0;
    for (const entry of entries) {
      if (resting.has(entry.worldId)) continue;
      const { replayed, behindMs: byMs } = await worlds.#replay(entry);
      behindMs = Math.max(behindMs, byMs);
      worlds.#add(entry, replayed);
    }
    if (behindMs > MAX_QUIET_JUMP_MS) dependencies.onClockBehind?.(behindMs);
    await worlds.wakeDue();
    return worlds;
  }

  /** Reads a world. Throws `Damaged`. */
  async #replay(entry: WorldEntry): Promise<{ readonly replayed: Replayed; readonly behindMs: number }> {
    const { wallClock } = this.#dependencies;
    const replayed = await replayStored(this.#dependencies, entry.worldId);
    return { replayed, behindMs: catchUpWithHistory(replayed, wallClock()) };
  }

  /**
   * Creates a world and stores it, as a whole or not at all. Returns a fixture's problems. Throws `Unavailable`, also if
   * memory is or becomes full, or `gone` is aborted before the world is made.
   */
  create(order: WorldOrder, gone?: AbortSignal): Promise<CreatedWorld | InvalidFixture> {
    return this.#make(gone, async (betweenSlices) => {
      const beginning = await beginWithFixture(order, { ...this.#dependencies, betweenSlices });
      return "problems" in beginning ? beginning : this.#begin(beginning);
    });
  }

  /** Creates a world from a saved one in the same way. */
  createFrom(order: SavedWorldOrder, gone?: AbortSignal): Promise<CreatedWorld> {
    return this.#make(gone, async (betweenSlices) =>
      this.#begin(await beginWithSaved(order, { ...this.#dependencies, betweenSlices })),
    );
  }

  /** Makes a few worlds at a time, first come, first served: made all together, none would be ready for long. */
  async #make<T>(gone = new AbortController().signal, make: (betweenSlices: () => void) => Promise<T>): Promise<T> {
    const [peer] = this.#stopping ? this.#peers : [];
    if (peer !== undefined) throw new OwnedElsewhere("that is to be made", peer);
    this.assertOpen();
    if (this.#making.waiting >= MAX_WAITING_TO_BE_MADE) {
      throw new Unavailable(`${MAX_WAITING_TO_BE_MADE} worlds are waiting to be made already; try again`);
    }
    const betweenSlices = () => {
      assertRoom(this.#dependencies.memory);
      if (gone.aborted) throw callerGone();
    };
    const made = await this.#making.run(() => {
      this.assertOpen();
      betweenSlices();
      return make(betweenSlices);
    }, gone);
    if (made === null) throw callerGone();
    return made;
  }

  async #begin({ entry, begun, kept, companies }: WorldBeginning): Promise<CreatedWorld> {
    await this.#keep(entry, kept, begun);
    const world = this.#add(entry, begun);
    // The request came before the shutdown, so its world ends like the others.
    if (this.#stopping) await this.#drop(world);
    return { world, companies };
  }

  /** Stores a new world. Throws `Conflict` if its id is taken. */
  async #keep(entry: WorldEntry, beginning: Beginning, begun: Replayed): Promise<void> {
    const keys = Array.from(begun.chronicle.companyIds, ([digest, companyId]) => ({ digest, companyId }));
    const rest = restOf(begun.clock, begun.world);
    try {
      await this.#dependencies.store.create(entry, beginning, { keys, rest, summary: waitsOf(begun.world) });
    } catch (cause) {
      if (cause instanceof Conflict) throw cause;
      throw new Unavailable("the sandbox could not write to its store; no world was made", { cause });
    }
  }

  #add(entry: WorldEntry, replayed: Replayed): LiveWorld {
    const world = new LiveWorld(entry, replayed, this.#dependencies);
    this.#loaded.add(entry, world, replayed.chronicle.companyIds);
    return world;
  }

  /** Throws `Unavailable` once the shutdown has begun. */
  assertOpen(): void {
    if (this.#stopping) throw new Unavailable("the sandbox is shutting down");
  }

  /** The processes that go on with the worlds of this one when it ends. */
  get #peers(): readonly Peer[] {
    return this.#dependencies.store.peers?.() ?? [];
  }

  /** Makes an API key valid for a company. */
  register(world: LiveWorld, { companyId, apiKey }: KeyHolder): void {
    this.#loaded.addKey(digestOf(apiKey), { world, companyId });
  }

  /** Returns the world and the company of an API key's digest, or null; at once if the world is loaded. */
  find(digest: string): KeyedWorld | null | Promise<KeyedWorld | null> {
    const found = this.#loaded.find(digest);
    const { directory } = this.#dependencies.store;
    if (directory === undefined || (found !== null && this.#isThere(found.world))) return found;
    return this.#findIn(directory, digest, found?.world.worldId);
  }

  /** Returns whether a world has the API key of a digest, without reading that world. */
  async knows(digest: string): Promise<boolean> {
    if (this.#loaded.find(digest) !== null) return true;
    return ((await readable(this.#dependencies.store.directory?.find(digest))) ?? null) !== null;
  }

  /** `worldId`: the world that had the key when this process last knew. */
  async #findIn(directory: Directory, digest: string, worldId?: WorldId): Promise<KeyedWorld | null> {
    this.#assertFinds();
    // The directory knows the keys of a world only when that is at rest.
    if (worldId !== undefined) await this.#goingToRest.get(worldId);
    const found = await readable(directory.find(digest));
    if (found === null) return null;
    const keyed = { world: await this.#read(found.entry), companyId: found.companyId };
    this.#loaded.addKey(digest, keyed);
    return keyed;
  }

  /** Returns a world, which is read first if it is not loaded; null if there is none of that id. */
  async read(worldId: WorldId): Promise<LiveWorld | null> {
    this.#assertFinds();
    const { directory } = this.#dependencies.store;
    if (directory === undefined) return this.get(worldId);
    const entry = await readable(directory.entry(worldId));
    return entry === null ? null : this.#read(entry);
  }

  /** Once the shutdown has begun, worlds are found only where another process can have them. */
  #assertFinds(): void {
    if (this.#peers.length === 0) this.assertOpen();
  }

  /** Whether a loaded world can be used: it is not being put to rest. */
  #isThere(world: LiveWorld): boolean {
    return !this.#goingToRest.has(world.worldId);
  }

  /** Drops a world at once that another process may have. */
  #lose(worldId: WorldId): void {
    this.#lostMeanwhile.add(worldId);
    const world = this.get(worldId);
    if (world === null) return;
    world.lose();
    this.#loaded.remove(world);
  }

  /** Returns a world that exists, and reads it first if it is not loaded. */
  async #read(entry: WorldEntry): Promise<LiveWorld> {
    await this.#goingToRest.get(entry.worldId);
    const present = this.get(entry.worldId);
    return present ?? this.#loads.world(entry);
  }

  async #load(entry: WorldEntry): Promise<LiveWorld> {
    this.#lostMeanwhile.delete(entry.worldId);
    const { replayed, behindMs } = await readable(this.#replay(entry)).catch((error: unknown) => {
      this.#reportUnreadable(entry, error);
      throw error;
    });
    if (behindMs > MAX_QUIET_JUMP_MS) this.#dependencies.onClockBehind?.(behindMs);
    this.assertOpen();
    if (this.#lostMeanwhile.has(entry.worldId)) throw new WorldMoved();
    this.#unreadable.delete(entry.worldId);
    return this.#add(entry, replayed);
  }

  /** Reports a world with a damaged file, say, once. A database that is away is another matter: it will be back. */
  #reportUnreadable({ worldId }: WorldEntry, error: unknown): void {
    const isAway = this.#dependencies.store.peers !== undefined && !isLasting(error);
    if (isAway || this.#unreadable.has(worldId)) return;
    this.#unreadable.add(worldId);
    this.#dependencies.onTrouble(worldId, error);
  }

  /** Drops worlds that nobody has asked for lately and in which nothing happens by itself soon. */
  async dropIdle(now = performance.now()): Promise<void> {
    const { maxLoadedBytes = MAX_LOADED_BYTES } = this.#dependencies;
    const idle = this.#loaded.idle(now, maxLoadedBytes);
    await Promise.all(idle.map((world) => this.#drop(world)));
  }

  #drop(world: LiveWorld, reason: Unavailable = new WorldMoved()): Promise<void> {
    const { worldId } = world;
    const present = this.#goingToRest.get(worldId);
    if (present !== undefined) return present;
    const dropped = this.#putToRest(world, reason).finally(() => this.#goingToRest.delete(worldId));
    this.#goingToRest.set(worldId, dropped);
    return dropped;
  }

  /** Closes a world and puts it to rest. Never rejects. */
  async #putToRest(world: LiveWorld, reason: Unavailable): Promise<void> {
    try {
      await world.close(reason);
      const { resting } = world;
      if (resting !== null) await this.#dependencies.store.directory?.putToRest?.(world.worldId, resting);
    } catch {
      // Then it is read again when somebody asks for it, and at the next startup.
    }
    this.#loaded.remove(world);
  }

  /** Records in every running world that the machine's clock was set. Returns whether any world is running. */
  tieClocks(): boolean {
    const running = this.list().filter(({ world }) => world.isRunning);
    // A world that cannot write this down has already reported why.
    for (const { world } of running) world.tieClock().catch(() => undefined);
    return running.length > 0;
  }

  get(worldId: WorldId): LiveWorld | null {
    return this.#loaded.get(worldId);
  }

  get loadedCount(): number {
    return this.#loaded.count;
  }

  /** Returns the worlds that are loaded. */
  list(): readonly Registered[] {
    return this.#loaded.list();
  }

  /** Returns all worlds as lists show them, the oldest first. None is read for that. */
  async listed(): Promise<readonly WorldListed[]> {
    const { store, wallClock } = this.#dependencies;
    // What is being read or put to rest is for a moment neither here nor in the directory.
    await Promise.allSettled([...this.#loads.underWay, ...this.#goingToRest.values()]);
    const [entries, noted] = await readable(Promise.all([store.list(), store.directory?.list() ?? []]));
    const notes = new Map(noted.map((listed) => [listed.entry.worldId, listed]));
    const listed = entries.map(async (entry): Promise<WorldListed> => {
      const world = this.get(entry.worldId);
      if (world !== null && this.#isThere(world)) return { ...entry, ...(await presentOf(world)) };
      const { position = entry.beginning, clock, summary } = notes.get(entry.worldId) ?? {};
      const at = clock === undefined ? entry.createdAt : clockTime(clock, wallClock());
      return { ...entry, position, at, isStopped: this.#unreadable.has(entry.worldId), waits: waitsIn(summary) };
    });
    return (await Promise.all(listed)).sort((one, other) => one.createdAt - other.createdAt);
  }

  /** Lets the lists of other processes show what has changed in the worlds of this one. */
  async #noteChanged(): Promise<void> {
    const { directory } = this.#dependencies.store;
    if (directory?.note === undefined) return;
    const changed = this.list().filter(({ world }) => this.#noted.get(world) !== world.known.position);
    for (const { worldId, world } of changed.slice(0, MAX_NOTED)) {
      const { resting } = world;
      if (resting === null || !this.#isThere(world)) continue;
      this.#noted.set(world, resting.position);
      // A note that is not kept is made with the next change.
      await directory.note(worldId, resting).catch(() => undefined);
    }
  }

  /** Reads worlds in which something is due and that nobody has at work. Their own timers do the rest. */
  async wakeDue(): Promise<void> {
    const { store, wallClock } = this.#dependencies;
    if (store.directory === undefined || this.#asking) return;
    this.#asking = true;
    // What cannot be read now is still due a second later.
    const due = await store.directory.takeDue(MAX_WOKEN + this.#unreadable.size, wallClock()).catch(() => []);
    this.#asking = false;
    const readable = due.filter(({ worldId }) => !this.#unreadable.has(worldId));
    await Promise.allSettled(readable.map(async (entry) => (await this.#read(entry)).wake()));
  }

  /** Ends a world and deletes it from the store. Returns false if there is no world of that id. */
  async delete(worldId: WorldId): Promise<boolean> {
    const { store } = this.#dependencies;
    await this.#goingToRest.get(worldId);
    const found = this.get(worldId);
    if (found === null && ((await readable(store.directory?.entry(worldId))) ?? null) === null) return false;
    await found?.close(new WorldDeleted(), "abandoned");
    try {
      await store.delete(worldId);
    } catch (cause) {
      if (cause instanceof OwnedElsewhere) throw cause;
      // The ended world stays listed, so that it can be deleted again.
      throw new Unavailable("the sandbox could not delete the world from its store; try again", { cause });
    }
    if (found !== null) this.#loaded.remove(found);
    this.#unreadable.delete(worldId);
    return true;
  }

  /**
   * Ends all worlds and puts them to rest. Each rejects later requests; when this resolves, everything acknowledged is durable,
   * and other processes can have the worlds.
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    clearInterval(this.#dropTimer);
    clearInterval(this.#wakeTimer);
    const reason = this.#peers.length === 0 ? new Unavailable("the sandbox is shutting down") : new WorldMoved();
    await Promise.all(this.list().map(({ world }) => this.#drop(world, reason)));
  }

  /** Does the same and closes their store. */
  async close(): Promise<void> {
    await this.stop();
    await this.#dependencies.store.close();
  }
}

function callerGone(): Unavailable {
  return new Unavailable("the client disconnected before the world was made");
}

/** A world that has stopped is listed too, with the last that is known of it: only so can it be found and deleted. */
async function presentOf(live: LiveWorld) {
  try {
    return await live.transact(({ at, position, world }) => ({
      at,
      position,
      isStopped: false,
      waits: waitsOf(world),
    }));
  } catch (error) {
    if (error instanceof Unavailable) return { ...live.known, isStopped: true, waits: null };
    throw error;
  }
}

/** Returns what a store has read, or throws `Unavailable`. */
async function readable<T>(reading: T | Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    throw cause instanceof OwnedElsewhere ? cause : unreadable(cause);
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
