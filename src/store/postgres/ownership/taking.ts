import { OwnedElsewhere, UnknownWorld, type WorldId, WriteFailed } from "../../world-store.ts";
import { Lost, Rejected } from "../failure.ts";
import type { Lease } from "./lease.ts";
import { type LeaseClock, pause } from "./lease-clock.ts";
import type { LeaseDatabase } from "./lease-database.ts";
import type { Neighbours } from "./neighbours.ts";
import { OwnedWorld } from "./owned-world.ts";

const MAX_WAIT_MS = 6_000;
const LOOK_AGAIN_MS = 50;

/** How this process becomes the owner of worlds: it looks which process has one, and takes it if no living one does. */
export class Taking {
  readonly #database: LeaseDatabase;
  readonly #clock: LeaseClock;
  readonly #lease: Lease;
  readonly #neighbours: Neighbours;
  /** From when on this process takes nothing that another one can take. */
  #isEnding = false;
  #peersAsked = 0;

  constructor(database: LeaseDatabase, clock: LeaseClock, lease: Lease, neighbours: Neighbours) {
    this.#database = database;
    this.#clock = clock;
    this.#lease = lease;
    this.#neighbours = neighbours;
  }

  beginToEnd(): void {
    this.#isEnding = true;
  }

  /**
   * Takes a world, if need be after its dead owner was buried. Rejects with `OwnedElsewhere` if its owner lives, with
   * `UnknownWorld`, and with `WriteFailed` if it could not be taken within 6 s.
   */
  async take(worldId: WorldId): Promise<OwnedWorld> {
    const until = this.#clock.monotonicMs() + MAX_WAIT_MS;
    let cause: unknown;
    for (;;) {
      try {
        const taken = this.#lease.isValid ? await this.#tryToTake(worldId) : null;
        if (taken !== null) return taken;
      } catch (error) {
        if (error instanceof Rejected)
          throw new WriteFailed(`the database rejects that ${worldId} is opened`, { cause: error });
        if (!(error instanceof Lost)) throw error;
        cause = error;
      }
      if (this.#clock.monotonicMs() >= until) {
        throw new WriteFailed(`the world ${worldId} has no owner that answers, and could not be opened here`, {
          cause,
        });
      }
      await pause(this.#clock, LOOK_AGAIN_MS);
    }
  }

  /** Returns null if the world cannot be taken yet. */
  async #tryToTake(worldId: WorldId): Promise<OwnedWorld | null> {
    const seen = await this.#database.look(worldId);
    if (seen === null) throw new UnknownWorld(worldId);
    const { processId } = this.#lease;
    const isFree = seen.owner === null || seen.owner === processId || (await this.#isGone(worldId, seen.owner));
    this.#leaveToPeer(worldId);
    if (!isFree) return null;
    const epoch = await this.#database.take(worldId, processId, seen);
    const place = epoch === null ? null : await this.#database.place(worldId, processId, epoch);
    return epoch === null || place === null ? null : new OwnedWorld(worldId, place.no, place.end, processId, epoch);
  }

  /** Returns whether another owner was buried. Throws `OwnedElsewhere` if it lives. */
  async #isGone(worldId: WorldId, owner: string): Promise<boolean> {
    // Ids are never used again: what a reading after the look does not have is dead. One that has just begun tells its
    // address as soon as it listens.
    if (!this.#neighbours.seen(owner)?.address) await this.#neighbours.read();
    const process = this.#neighbours.seen(owner);
    if (process === undefined) return true;
    if (process.hasEnded || process.address === "") return false;
    throw new OwnedElsewhere(worldId, process);
  }

  /** Throws `OwnedElsewhere` if this process ends and another one can take what has no owner. The last process serves on. */
  #leaveToPeer(worldId: WorldId): void {
    const peers = this.#isEnding ? this.#neighbours.peers() : [];
    const peer = peers[this.#peersAsked++ % peers.length];
    if (peer !== undefined) throw new OwnedElsewhere(worldId, peer);
  }
}
