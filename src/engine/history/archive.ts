import { sizeOf } from "../../domain/world.ts";
import type { Position, Snapshot, WorldEntry, WorldStore } from "../../store/world-store.ts";
import { type Archivist, archivistOf } from "./archivist.ts";
import { forgetBefore, type Replayed } from "./chronicle.ts";
import { toSnapshot } from "./world-snapshot.ts";

/** Minimum number of newest events that a world can go back to, by default. */
export const DEFAULT_HISTORY_LIMIT = 100_000;

/** A snapshot is saved after this time without a new event, so that the next startup replays little. */
const QUIET_MS = 1_000;

/** Maximum things in a world whose snapshot this process makes itself. The archivist takes larger worlds. */
const MAX_SMALL_WORLD = 2_000;

/** Maximum events that the next startup replays without a noticeable wait. */
const MAX_TAIL = 50_000;

/** Minimum events for a snapshot at shutdown: with thousands of small worlds, that would take many seconds. */
const MIN_TAIL_AT_END = 100;

/** New events before the next try after a failure, so that a full disk does not keep an archivist busy. */
const RETRY_AFTER_EVENTS = 500;

/** Forgetting takes as long as saving a snapshot, so a world waits for this many excess events per thing in it. */
const EXCESS_EVENTS_PER_THING = 0.25;

/** Without an archivist this process does the work, so larger worlds than this wait for more excess events. */
const MAX_WORLD_ALONE = 20_000;
const EXCESS_EVENTS_PER_THING_ALONE = 4;

/** An archive's view of its world. The world and its chronicle may be ahead of what is durable. */
export interface HistoryLook extends Omit<Replayed, "snapshotAt"> {
  readonly durable: Position;
  /** Whether all of this is durable and the world is healthy, so that a snapshot may be saved. */
  readonly isWhole: boolean;
  /** Resolves when all of this is durable; undefined if it already is. */
  readonly whenDurable: Promise<void> | undefined;
}

export interface ArchiveContext {
  readonly store: WorldStore;
  /** Saves snapshots of large worlds. Without one no snapshots are saved for a quick startup. */
  readonly archivist: Archivist | undefined;
  readonly historyLimit: number;
  onTrouble(error: unknown): void;
  /** Calls `look` with the world, in one synchronous block. */
  look<T>(look: (present: HistoryLook) => T): Promise<T>;
}

/** What was to be forgotten is needed since its snapshots were begun. */
class StillNeeded extends Error {
  override readonly name = "StillNeeded";
}

/**
 * Keeps a world's stored history short. It saves a snapshot of the present from time to time. When the history exceeds
 * its limit, it saves snapshots of the places that the world can still go back to, and forgets the rest.
 */
export class Archive {
  readonly #entry: WorldEntry;
  readonly #context: ArchiveContext;
  #checkpoint: Position;
  /** Where the kept history was to begin when it was last cut. */
  #keptFrom: Position;
  #retryFrom: Position = 0;
  #idle: NodeJS.Timeout | undefined;
  #busy = false;
  #closed = false;
  #last: Promise<unknown> = Promise.resolve();
  #working: Promise<unknown> = Promise.resolve();

  constructor(entry: WorldEntry, checkpoint: Position, context: ArchiveContext) {
    this.#entry = entry;
    this.#checkpoint = checkpoint;
    this.#context = context;
    this.#keptFrom = entry.beginning;
  }

  /** Runs work that needs the whole history, or forgets a part of it, after all earlier such work. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(work);
    // What came of it would be kept until the next such work: a whole world, where it is looked at.
    this.#last = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  /** Notes that the history is durable up to a position. */
  grown(durable: Position): void {
    const { archivist, historyLimit } = this.#context;
    // Most calls need no look at the world.
    if (archivist !== undefined || durable - this.#keptFrom >= historyLimit) this.#consider();
  }

  #consider(): void {
    if (this.#closed || this.#busy) return;
    clearTimeout(this.#idle);
    const { look, onTrouble } = this.#context;
    look(({ durable, world }) => this.#plan(durable, sizeOf(world))).catch(onTrouble);
  }

  /** Ends. With `save`, first saves a snapshot of the present if that makes the next startup faster. */
  async close(save: boolean): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#idle);
    await this.#working;
    await this.#last;
    const { archivist, look, onTrouble } = this.#context;
    if (!save || archivist === undefined) return;
    const snapshot = await look((present) => (present.isWhole ? toSnapshot(present) : null));
    if (snapshot === null || snapshot.position - this.#checkpoint < MIN_TAIL_AT_END) return;
    await this.#write(snapshot).catch(onTrouble);
  }

  #plan(durable: Position, size: number): void {
    if (durable < this.#retryFrom) return;
    const { archivist, historyLimit } = this.#context;
    const isAlone = archivist === undefined && size > MAX_WORLD_ALONE;
    const excess = size * (isAlone ? EXCESS_EVENTS_PER_THING_ALONE : EXCESS_EVENTS_PER_THING);
    if (durable - this.#keptFrom >= historyLimit + Math.max(historyLimit / 4, excess)) {
      this.#begin(() => this.#trim());
      return;
    }
    const tail = durable - this.#checkpoint;
    if (archivist === undefined || tail === 0) return;
    const save = () => this.#begin(() => this.#save(archivist));
    if (tail >= Math.max(MAX_TAIL, size)) save();
    else if (size <= MAX_SMALL_WORLD || tail >= size / 10) this.#idle = setTimeout(save, QUIET_MS).unref();
  }

  /** Snapshots are saved beside everything else: a world that goes back must not wait for seconds. */
  #begin(work: () => Promise<void>): void {
    this.#busy = true;
    this.#working = work().then(
      () => {
        this.#busy = false;
        this.#consider();
      },
      async (error: unknown) => {
        // The history is complete without the snapshot.
        this.#retryFrom = RETRY_AFTER_EVENTS + (await this.#context.look(({ durable }) => durable));
        this.#busy = false;
        // What is still needed is forgotten later.
        if (!(error instanceof StillNeeded)) this.#context.onTrouble(error);
      },
    );
  }

  async #save(archivist: Archivist): Promise<void> {
    const { durable, snapshot } = await this.#context.look((present) => {
      const isSmall = present.isWhole && sizeOf(present.world) <= MAX_SMALL_WORLD;
      // A copy, since the world changes while the snapshot is written.
      return { durable: present.durable, snapshot: isSmall ? structuredClone(toSnapshot(present)) : null };
    });
    if (snapshot !== null) return this.#write(snapshot);
    await archivist(this.#entry.worldId, [durable]);
    await this.exclusively(() => this.#replaceCheckpoint(durable));
  }

  async #write(snapshot: Snapshot): Promise<void> {
    await this.#context.store.saveSnapshot(this.#entry.worldId, snapshot);
    await this.exclusively(() => this.#replaceCheckpoint(snapshot.position));
  }

  async #replaceCheckpoint(position: Position): Promise<void> {
    this.#checkpoint = position;
    const { store } = this.#context;
    await this.#forget(await store.horizon(this.#entry.worldId));
  }

  async #trim(): Promise<void> {
    const { store, historyLimit, look, archivist = archivistOf(store) } = this.#context;
    const { worldId, beginning } = this.#entry;
    this.#keptFrom = (await look(({ durable }) => durable)) - historyLimit;
    const horizon = await store.nextHorizon(worldId, this.#keptFrom);
    if (horizon <= (await store.horizon(worldId)) || horizon < beginning) return;
    const places = await look((present) => this.#placesWith(horizon, present));
    await archivist(
      worldId,
      [...places].sort((a, b) => a - b),
    );
    await this.exclusively(async () => {
      await this.#assertSaved(horizon);
      await this.#forget(horizon);
      await look(({ chronicle }) => forgetBefore(chronicle, horizon));
    });
  }

  /** Throws `StillNeeded` if the world can by then go back to a place before a horizon that has no snapshot. */
  async #assertSaved(horizon: Position): Promise<void> {
    const { store, look } = this.#context;
    const saved = new Set(await store.snapshots(this.#entry.worldId));
    const places = await look((present) => this.#placesWith(horizon, present));
    if (![...places].every((place) => saved.has(place))) throw new StillNeeded("a new bookmark or way back needs it");
  }

  /**
   * Forgets the commits up to a horizon, and the snapshots that are not needed then. A bookmark whose removal is not yet
   * durable may come back, so its place is forgotten when it is.
   */
  async #forget(horizon: Position): Promise<void> {
    const { look, store } = this.#context;
    const { places, whenDurable } = await look((present) => {
      return { places: this.#placesWith(horizon, present), whenDurable: present.whenDurable };
    });
    await whenDurable;
    await store.forget(this.#entry.worldId, horizon, places);
  }

  /** Returns the places whose snapshots are needed once the commits up to a horizon are forgotten. */
  #placesWith(horizon: Position, { chronicle: { bookmarks, rewinds } }: HistoryLook): Set<Position> {
    const targets = rewinds.filter(({ position }) => position > horizon).map(({ to }) => to);
    const named = Array.from(bookmarks.values(), ({ position }) => position);
    const places = new Set([this.#entry.beginning, ...named, ...targets].filter((position) => position < horizon));
    if (horizon > 0) places.add(horizon);
    if (this.#checkpoint > 0) places.add(this.#checkpoint);
    return places;
  }
}
