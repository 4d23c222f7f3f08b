import type { World } from "../../domain/world.ts";
import type { Position, Snapshot, WorldEntry, WorldStore } from "../../store/world-store.ts";
import { toSnapshot } from "../save-file/world-snapshot.ts";
import { type Archivist, archivistOf } from "./archivist.ts";
import { type Chronicle, forgetBefore } from "./chronicle.ts";
import { horizonOf } from "./horizon.ts";
import type { Replayed } from "./replayed.ts";

/** A world that is quiet for so long is written down, so that the next start has little to replay. */
const quietMs = 1_000;

/** A world of so many things is written down within a few milliseconds; a larger one is left to the archivist. */
const smallWorld = 2_000;

/** So many events are replayed at the next start without much waiting. */
const longTail = 50_000;

/**
 * At the end a world with fewer new events is not written down: to replay them at the next start takes less than to write.
 * With thousands of small worlds the end would take many seconds.
 */
const MIN_TAIL_AT_END = 100;

/** After a failure so many events must come before it is tried again, lest a full disk keep an archivist busy for nothing. */
const retryAfter = 500;

/**
 * To forget takes as long as to write the world down, so that a larger world forgets less often: when as many events are
 * too many as it has things, times this.
 */
const patience = 0.25;

/** Without an archivist the process itself is at it meanwhile, so that a world of so many things is given more time. */
const largeWorld = 20_000;
const patienceWithLarge = 4;

type Present = Omit<Replayed, "snapshotAt">;

/** The world whose history it is. */
export interface Archived {
  /** The world as it is now, or null when not all of it is durable, or it has stopped. */
  present(): Present | null;
  /** How far its history is durable; what it says of itself, and the world, may be ahead of that. */
  known(): { readonly durable: Position; readonly chronicle: Chronicle; readonly world: Readonly<World> };
  /** Resolves when all that is known now is durable. */
  whenDurable(): Promise<void>;
}

/** What an archive needs. */
export interface ArchiveOffice extends Archived {
  readonly store: WorldStore;
  /** Who writes down large worlds. Without one the world is not written down from time to time. */
  readonly archivist: Archivist | undefined;
  readonly historyLimit: number;
  onTrouble(error: unknown): void;
}

/**
 * Keeps what is kept of a world's history short: now and then a snapshot of the present, and when the history has grown
 * beyond its limit, snapshots of the places that one can still go back to, and the rest is forgotten.
 */
export class Archive {
  readonly #entry: WorldEntry;
  readonly #office: ArchiveOffice;
  #checkpoint: Position;
  /** From here on the history was to be kept when it was last cut. */
  #keptFrom: Position;
  #retryFrom: Position = 0;
  #idle: NodeJS.Timeout | undefined;
  #busy = false;
  #closed = false;
  #last: Promise<unknown> = Promise.resolve();

  constructor(entry: WorldEntry, checkpoint: Position, office: ArchiveOffice) {
    this.#entry = entry;
    this.#checkpoint = checkpoint;
    this.#office = office;
    this.#keptFrom = entry.beginning;
  }

  /** Does something to the history as such when nobody else does. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }

  /** More of the history is durable. */
  grown(): void {
    if (this.#closed || this.#busy) return;
    clearTimeout(this.#idle);
    const { durable, world } = this.#office.known();
    if (durable < this.#retryFrom) return;
    const { archivist, historyLimit } = this.#office;
    const size = sizeOf(world);
    const isAlone = archivist === undefined && size > largeWorld;
    const slack = Math.max(historyLimit / 4, size * (isAlone ? patienceWithLarge : patience));
    if (durable - this.#keptFrom >= historyLimit + slack) this.#begin(() => this.#trim());
    else if (archivist !== undefined) this.#plan(durable - this.#checkpoint, size);
  }

  /** Ends; `save`: with the present written down if that makes the next start quicker. */
  async close(save: boolean): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#last;
    const present = save && this.#office.archivist !== undefined ? this.#office.present() : null;
    if (present === null || present.position - this.#checkpoint < MIN_TAIL_AT_END) return;
    await this.#write(toSnapshot(present)).catch((error: unknown) => this.#office.onTrouble(error));
  }

  #plan(tail: number, size: number): void {
    const save = () => this.#begin(() => this.#save());
    if (tail >= Math.max(longTail, size)) save();
    else if (tail > 0 && (size <= smallWorld || tail >= size / 10)) this.#idle = setTimeout(save, quietMs).unref();
  }

  #begin(work: () => Promise<void>): void {
    this.#busy = true;
    this.exclusively(work).then(
      () => {
        this.#busy = false;
        this.grown();
      },
      (error: unknown) => {
        // The history is whole all the same.
        this.#busy = false;
        this.#retryFrom = this.#office.known().durable + retryAfter;
        this.#office.onTrouble(error);
      },
    );
  }

  async #save(): Promise<void> {
    const present = this.#office.present();
    // A copy, as the world goes on while it is written.
    if (present !== null && sizeOf(present.world) <= smallWorld)
      return this.#write(structuredClone(toSnapshot(present)));
    const { durable } = this.#office.known();
    await this.#office.archivist?.(this.#entry.worldId, [durable]);
    await this.#replaceCheckpoint(durable);
  }

  async #write(snapshot: Snapshot): Promise<void> {
    await this.#office.store.saveSnapshot(this.#entry.worldId, snapshot);
    await this.#replaceCheckpoint(snapshot.position);
  }

  async #replaceCheckpoint(position: Position): Promise<void> {
    this.#checkpoint = position;
    const { store } = this.#office;
    const { worldId } = this.#entry;
    const horizon = await store.horizon(worldId);
    // What a kill has left half forgotten still hangs on the snapshot that was made for all of it.
    const { places, known } = this.#keptWith(await horizonOf(store, worldId));
    await known;
    await store.forget(worldId, horizon, places);
  }

  async #trim(): Promise<void> {
    const { store, historyLimit, archivist = archivistOf(store) } = this.#office;
    const { durable, chronicle } = this.#office.known();
    const { worldId, beginning } = this.#entry;
    this.#keptFrom = durable - historyLimit;
    const horizon = await store.nextHorizon(worldId, this.#keptFrom);
    if (horizon <= (await store.horizon(worldId)) || horizon < beginning) return;
    const { places, known } = this.#keptWith(horizon);
    await archivist(
      worldId,
      [...places].sort((a, b) => a - b),
    );
    await known;
    await store.forget(worldId, horizon, places);
    forgetBefore(chronicle, horizon);
  }

  /**
   * The snapshots that are needed when no commits up to a horizon are there: of the places to which one can go back. A
   * bookmark that was removed, but not durably, may come back: before its place goes, `known` must have resolved.
   */
  #keptWith(horizon: Position): { readonly places: Set<Position>; readonly known: Promise<void> } {
    const known = this.#office.whenDurable();
    // It is looked at later, or not at all.
    known.catch(() => undefined);
    const { bookmarks, rewinds } = this.#office.known().chronicle;
    const targets = rewinds.filter(({ position }) => position > horizon).map(({ to }) => to);
    const named = Array.from(bookmarks.values(), ({ position }) => position);
    const places = new Set([this.#entry.beginning, ...named, ...targets].filter((position) => position < horizon));
    if (horizon > 0) places.add(horizon);
    if (this.#checkpoint > 0) places.add(this.#checkpoint);
    return { places, known };
  }
}

function sizeOf(world: Readonly<World>): number {
  const { companies, charges, subscriptions, withdrawals, deliveries } = world;
  return companies.size + charges.size + subscriptions.size + withdrawals.size + deliveries.size;
}
