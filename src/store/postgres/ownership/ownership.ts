import type { Peer } from "../../sharing.ts";
import { type WorldId, WriteFailed } from "../../world-store.ts";
import { lost, overlook } from "../failure.ts";
import type { Appending } from "./append-statement.ts";
import { Appends } from "./appends.ts";
import { Lease } from "./lease.ts";
import type { LeaseClock } from "./lease-clock.ts";
import type { LeaseDatabase, Process } from "./lease-database.ts";
import { Neighbours } from "./neighbours.ts";
import type { OwnedWorld } from "./owned-world.ts";
import { Taking } from "./taking.ts";

/** The worlds of this process. What it tells of them is current as long as the lease is valid. */
export class Ownership {
  readonly #database: LeaseDatabase;
  readonly #lease: Lease;
  readonly #neighbours: Neighbours;
  readonly #taking: Taking;
  readonly #appends: Appends;
  readonly #onLost: (worldId: WorldId) => void;
  readonly #owned = new Map<WorldId, OwnedWorld>();
  readonly #acquiring = new Map<WorldId, Promise<OwnedWorld>>();
  #hasEnded = false;

  /**
   * `onLost` is called with each world that another process may have now. Its copy is dropped at once, and a copy that is being
   * loaded is given up, although this process may take the world again before it is complete.
   */
  constructor(database: LeaseDatabase, clock: LeaseClock, self: Process, onLost: (worldId: WorldId) => void) {
    this.#database = database;
    this.#onLost = onLost;
    this.#lease = new Lease(database, clock, self, () => this.#loseAll());
    this.#neighbours = new Neighbours(database, clock, this.#lease);
    this.#taking = new Taking(database, clock, this.#lease, this.#neighbours);
    this.#appends = new Appends(
      database,
      clock,
      (world) => this.#owned.get(world.worldId) === world,
      (world) => this.#lose(world),
    );
  }

  /** Registers this process and begins to renew its lease. Rejects with `Lost` or `Rejected` if that cannot be done. */
  async begin(): Promise<void> {
    await this.#lease.begin();
    this.#neighbours.begin();
    await this.#neighbours.read().catch(overlook);
  }

  /** Tells the others where this process is reached. */
  announce(address: string): Promise<void> {
    return this.#lease.announce(address);
  }

  /** The id under which this process owns what it takes now. It changes when the process was buried and begins again. */
  get processId(): string {
    return this.#lease.processId;
  }

  /**
   * Makes this process the owner of a world. Read its history in statements that begin after this has resolved. Rejects with
   * `OwnedElsewhere`, `UnknownWorld` or `WriteFailed`.
   */
  acquire(worldId: WorldId): Promise<OwnedWorld> {
    if (this.#hasEnded) return Promise.reject(new WriteFailed("this process has given up its worlds"));
    const owned = this.#owned.get(worldId);
    if (owned !== undefined) return Promise.resolve(owned);
    const underWay = this.#acquiring.get(worldId) ?? this.#take(worldId);
    this.#acquiring.set(worldId, underWay);
    return underWay;
  }

  /** A world that this process has just made. Does nothing if it was buried since: then it takes the world like any other. */
  adopt(world: OwnedWorld): void {
    if (world.processId === this.processId && !this.#hasEnded) this.#owned.set(world.worldId, world);
  }

  /** Returns a world if this process has it now. */
  owned(worldId: WorldId): OwnedWorld | undefined {
    return this.#owned.get(worldId);
  }

  /** Throws `WriteFailed` if another process may have the world by now. */
  assertCurrent(worldId: WorldId): void {
    if (!this.#owned.has(worldId)) throw lost(worldId);
    if (this.#lease.isValid) return;
    throw new WriteFailed("the database has not renewed the lease of this process for 4 s; try again when it does");
  }

  /**
   * Appends to a world, once the append before has ended well. Rejects with `WriteFailed` or `Conflict` if nothing was kept, and
   * with `OutcomeUnknown` if that cannot be found out.
   */
  async append(world: OwnedWorld, appending: Appending): Promise<void> {
    if (this.#owned.get(world.worldId) !== world) throw lost(world.worldId);
    await this.#appends.add(world, appending);
  }

  /**
   * Gives up a world whose copy was dropped. If the database does not hear of it, this rejects, and the world stays with this
   * process, which takes it again at the next request.
   */
  async release(worldId: WorldId): Promise<void> {
    const world = this.#owned.get(worldId);
    if (world === undefined) return;
    this.#owned.delete(worldId);
    this.#appends.drop(world, new WriteFailed(`this process has given up the world ${worldId}`));
    await this.#database.release(worldId, world.processId, world.epoch);
  }

  /** Living processes other than this one. */
  peers(): readonly Peer[] {
    return this.#neighbours.peers();
  }

  /** From now on takes nothing: `acquire` rejects with `OwnedElsewhere` of a living peer, if there is one. */
  beginToEnd(): void {
    this.#taking.beginToEnd();
  }

  /** Releases everything and deletes the own row. */
  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#neighbours.end();
    await Promise.all([...this.#owned.keys()].map((worldId) => this.release(worldId).catch(overlook)));
    // A row that stays is buried when its lease has ended.
    await this.#lease.end().catch(overlook);
  }

  async #take(worldId: WorldId): Promise<OwnedWorld> {
    try {
      let world = await this.#taking.take(worldId);
      // A process that was buried after it had sent this has taken the world for a dead one.
      while (world.processId !== this.processId) world = await this.#taking.take(worldId);
      if (this.#hasEnded) throw new WriteFailed("this process has given up its worlds");
      this.#owned.set(worldId, world);
      return world;
    } finally {
      this.#acquiring.delete(worldId);
    }
  }

  #loseAll(): void {
    for (const world of this.#owned.values()) this.#lose(world);
  }

  #lose(world: OwnedWorld): void {
    if (this.#owned.get(world.worldId) !== world) return;
    this.#owned.delete(world.worldId);
    this.#appends.drop(world, lost(world.worldId));
    this.#onLost(world.worldId);
  }
}
