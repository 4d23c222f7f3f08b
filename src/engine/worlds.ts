import { Permits } from "../slices/permits.ts";
import type { Peer } from "../store/sharing.ts";
import { type Directory, OwnedElsewhere, type WorldEntry, type WorldId } from "../store/world-store.ts";
import { digestOf } from "./api-key.ts";
import type { InvalidFixture } from "./beginning/fixture/parse-fixture.ts";
import {
  beginWithFixture,
  beginWithSaved,
  type KeyHolder,
  type SavedWorldOrder,
  type WorldBeginning,
  type WorldOrder,
} from "./beginning/world-beginning.ts";
import type { Replayed } from "./history/chronicle.ts";
import { type KeyedWorld, LoadedWorlds, type Registered } from "./loaded-worlds.ts";
import { type RestDependencies, RestingWorlds } from "./resting-worlds.ts";
import { Unavailable, WorldDeleted, WorldMoved } from "./unavailable.ts";
import { LiveWorld } from "./world/live-world.ts";
import { listWorlds, type WorldListed } from "./world-list.ts";
import { readable, WorldLoads } from "./world-loads.ts";
import { type MakingDependencies, WorldMaking } from "./world-making.ts";

/** A new world, with its companies in the order of the fixture. */
export interface CreatedWorld {
  readonly world: LiveWorld;
  readonly companies: readonly KeyHolder[];
}

/** Maximum worlds that go back, show their past or are read again at the same time. */
const MAX_REPLAYS = 2;

export type Dependencies = RestDependencies & MakingDependencies;

/** All worlds of a process. Worlds know nothing of each other. An API key is enough to find its world and company. */
export class Worlds {
  readonly #dependencies: Dependencies;
  readonly #loaded = new LoadedWorlds();
  readonly #loads: WorldLoads;
  readonly #making: WorldMaking;
  readonly resting: RestingWorlds;
  #stopping = false;

  private constructor(dependencies: Dependencies) {
    this.#dependencies = { replays: new Permits(MAX_REPLAYS), ...dependencies };
    const assertOpen = () => this.assertOpen();
    this.#making = new WorldMaking(dependencies, assertOpen);
    this.#loads = new WorldLoads(this.#dependencies, this.#loaded, (entry, replayed) => {
      assertOpen();
      return this.#add(entry, replayed);
    });
    this.resting = new RestingWorlds(this.#dependencies, this.#loaded, this.#loads);
    dependencies.store.sharing?.watch((worldId) => this.#lose(worldId, new WorldMoved()));
  }

  /**
   * Opens the worlds that the store's directory does not have; the others are opened at the first request for them, or
   * when something is due in them. What fell due while the process was not running happens now. Rejects with `Damaged`
   * if a file is missing that an opened world needs, now or later.
   */
  static async open(dependencies: Dependencies): Promise<Worlds> {
    const { store } = dependencies;
    const worlds = new Worlds(dependencies);
    const entries = await store.list();
    // It is read after the list: it has all worlds that other processes share, also those that they have just made.
    const resting = new Set((await store.directory?.list())?.map(({ entry }) => entry.worldId));
    await worlds.#loads.readAll(entries.filter(({ worldId }) => !resting.has(worldId)));
    await worlds.resting.wakeDue();
    return worlds;
  }

  /**
   * Creates a world and stores it, as a whole or not at all. Returns a fixture's problems. Throws `Unavailable`, also if
   * memory is or becomes full, or `gone` is aborted before the world is made.
   */
  async create(order: WorldOrder, gone?: AbortSignal): Promise<CreatedWorld | InvalidFixture> {
    this.#assertMakes();
    const made = await this.#making.make((dependencies) => beginWithFixture(order, dependencies), gone);
    return "problems" in made ? made : this.#begin(made);
  }

  /** Creates a world from a saved one in the same way. */
  async createFrom(order: SavedWorldOrder, gone?: AbortSignal): Promise<CreatedWorld> {
    this.#assertMakes();
    return this.#begin(await this.#making.make((dependencies) => beginWithSaved(order, dependencies), gone));
  }

  /** Once the shutdown has begun, another process makes worlds. */
  #assertMakes(): void {
    const [peer] = this.#stopping ? this.#peers : [];
    if (peer !== undefined) throw new OwnedElsewhere("that is to be made", peer);
  }

  async #begin({ entry, begun, companies }: WorldBeginning): Promise<CreatedWorld> {
    const world = this.#add(entry, begun);
    // The request came before the shutdown, so its world ends like the others.
    if (this.#stopping) await this.resting.drop(world, new WorldMoved());
    return { world, companies };
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
    return this.#dependencies.store.sharing?.peers() ?? [];
  }

  /** Makes an API key valid for a company. */
  register(world: LiveWorld, { companyId, apiKey }: KeyHolder): void {
    this.#loaded.addKey(digestOf(apiKey), { world, companyId });
  }

  /** Returns the world and the company of an API key's digest, or null; at once if the world is loaded. */
  find(digest: string): KeyedWorld | null | Promise<KeyedWorld | null> {
    const found = this.#loaded.find(digest);
    if (found === null) this.#assertFinds();
    const { directory } = this.#dependencies.store;
    if (directory === undefined || (found !== null && this.#loaded.isThere(found.world))) return found;
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
    if (worldId !== undefined) await this.#loaded.rested(worldId);
    const found = await readable(directory.find(digest));
    if (found === null) return null;
    const keyed = { world: await this.#loads.read(found.entry), companyId: found.companyId };
    this.#loaded.addKey(digest, keyed);
    return keyed;
  }

  /** Returns a world, which is read first if it is not loaded; null if there is none of that id. */
  async read(worldId: WorldId): Promise<LiveWorld | null> {
    this.#assertFinds();
    const { directory } = this.#dependencies.store;
    if (directory === undefined) return this.get(worldId);
    const entry = await readable(directory.entry(worldId));
    return entry === null ? null : this.#loads.read(entry);
  }

  /** Once the shutdown has begun, worlds are found only where another process can have them. */
  #assertFinds(): void {
    if (this.#peers.length === 0) this.assertOpen();
  }

  /** Drops a world at once that is deleted, or that another process may have. */
  #lose(worldId: WorldId, reason: Unavailable): void {
    this.#loads.lose(worldId, reason);
    const world = this.get(worldId);
    if (world === null) return;
    world.lose(reason);
    this.#loaded.remove(world);
  }

  /** Records in every running world that the machine's clock was set. Returns whether any world is running. */
  tieClocks(): boolean {
    return this.list().filter(({ world }) => world.tieClock()).length > 0;
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
    // What is being read or put to rest is for a moment neither here nor in the directory.
    await Promise.allSettled([...this.#loads.underWay, this.#loaded.allRested()]);
    return listWorlds(this.#dependencies, this.#loaded, this.#loads.unreadable);
  }

  /** Ends a world and deletes it from the store. Returns false if there is no world of that id. */
  async delete(worldId: WorldId): Promise<boolean> {
    const { store } = this.#dependencies;
    await this.#loaded.rested(worldId);
    await this.#loads.settled(worldId);
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
    // A request may have let it be read again while it was deleted.
    this.#lose(worldId, new WorldDeleted());
    this.#loads.unreadable.delete(worldId);
    return true;
  }

  /**
   * Ends all worlds and puts them to rest. Each rejects later requests; when this resolves, everything acknowledged is durable,
   * and other processes can have the worlds.
   */
  async stop(): Promise<void> {
    this.#stopping = true;
    const reason = this.#peers.length === 0 ? new Unavailable("the sandbox is shutting down") : new WorldMoved();
    await this.resting.stop(reason);
  }

  /** Does the same and closes their store. */
  async close(): Promise<void> {
    await this.stop();
    await this.#dependencies.store.close();
  }
}
