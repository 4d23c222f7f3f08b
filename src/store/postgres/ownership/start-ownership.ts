import { type Peer, type WorldId, WriteFailed } from "../../world-store.ts";
import { Lost, Rejected } from "../failure.ts";
import { Appends } from "./appends.ts";
import { Lease } from "./lease.ts";
import type { Appending, LeaseDatabase, Process } from "./lease-database.ts";
import { Neighbours } from "./neighbours.ts";
import { OwnedWorld } from "./owned-world.ts";
import type { LeaseClock, OwnershipOfWorlds, StartOwnership } from "./ownership.ts";
import { Taking } from "./taking.ts";

/** Registers a process and begins to renew its lease. Rejects with `Lost` or `Rejected` if that cannot be done. */
export const startOwnership: StartOwnership = async (database, clock, self, onLost) => {
  const ownership = new Ownership(database, clock, self, onLost);
  await ownership.begin();
  return ownership;
};

/** The worlds of this process. What it tells of them is current as long as the lease is valid. */
class Ownership implements OwnershipOfWorlds {
  readonly #database: LeaseDatabase;
  readonly #lease: Lease;
  readonly #neighbours: Neighbours;
  readonly #taking: Taking;
  readonly #appends: Appends;
  readonly #onLost: (worldId: WorldId) => void;
  readonly #owned = new Map<WorldId, OwnedWorld>();
  readonly #acquiring = new Map<WorldId, Promise<void>>();
  #hasEnded = false;

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

  async begin(): Promise<void> {
    await this.#lease.begin();
    this.#neighbours.begin();
    await this.#neighbours.read().catch(overlook);
  }

  get processId(): string {
    return this.#lease.processId;
  }

  acquire(worldId: WorldId): Promise<void> {
    if (this.#hasEnded) return Promise.reject(new WriteFailed("this process has given up its worlds"));
    if (this.#owned.has(worldId)) return Promise.resolve();
    const underWay = this.#acquiring.get(worldId) ?? this.#take(worldId);
    this.#acquiring.set(worldId, underWay);
    return underWay;
  }

  adopt(worldId: WorldId, processId: string): void {
    if (processId !== this.processId || this.#hasEnded) return;
    this.#owned.set(worldId, new OwnedWorld(worldId, processId, 1));
  }

  has(worldId: WorldId): boolean {
    return this.#owned.has(worldId);
  }

  epoch(worldId: WorldId): number | null {
    return this.#owned.get(worldId)?.epoch ?? null;
  }

  assertCurrent(worldId: WorldId): void {
    if (!this.#owned.has(worldId)) throw new WriteFailed(`this process does not have the world ${worldId} any more`);
    if (!this.#lease.isValid) {
      throw new WriteFailed("the database has not renewed the lease of this process for 4 s; try again when it does");
    }
  }

  async append(appending: Appending): Promise<void> {
    const world = this.#owned.get(appending.worldId);
    if (world === undefined)
      throw new WriteFailed(`this process does not have the world ${appending.worldId} any more`);
    await this.#appends.add(world, appending);
  }

  async release(worldId: WorldId): Promise<boolean> {
    const world = this.#owned.get(worldId);
    if (world === undefined) return true;
    this.#owned.delete(worldId);
    this.#appends.drop(world, new WriteFailed(`this process has given up the world ${worldId}`));
    // A world that could not be released stays with this process, which takes it again at the next request.
    return this.#database.release(worldId, world.processId, world.epoch).then(
      () => true,
      (error: unknown) => {
        overlook(error);
        return false;
      },
    );
  }

  peers(): readonly Peer[] {
    return this.#neighbours.peers();
  }

  beginToEnd(): void {
    this.#taking.beginToEnd();
  }

  async end(): Promise<void> {
    this.#hasEnded = true;
    this.#neighbours.end();
    await Promise.all([...this.#owned.keys()].map((worldId) => this.release(worldId)));
    // A row that stays is buried when its lease has ended.
    await this.#lease.end().catch(overlook);
  }

  async #take(worldId: WorldId): Promise<void> {
    try {
      let world = await this.#taking.take(worldId);
      // A process that was buried after it had sent this has taken the world for a dead one.
      while (world.processId !== this.processId) world = await this.#taking.take(worldId);
      if (this.#hasEnded) throw new WriteFailed("this process has given up its worlds");
      this.#owned.set(worldId, world);
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
    this.#appends.drop(world, new WriteFailed(`this process has lost the world ${world.worldId}`));
    this.#onLost(world.worldId);
  }
}

/** Failures of the database that need no answer; anything else is a defect. */
function overlook(error: unknown): void {
  if (!(error instanceof Lost || error instanceof Rejected)) throw error;
}
