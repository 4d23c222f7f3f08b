import { Conflict, OutcomeUnknown, WriteFailed } from "../../world-store.ts";
import { codes, Lost, NotSent, overlook, Rejected } from "../failure.ts";
import { type LeaseClock, pause } from "./lease-clock.ts";
import type { Appending, LeaseDatabase } from "./lease-database.ts";
import type { OwnedWorld, WaitingAppend } from "./owned-world.ts";

/** How long a database that is away is waited for: by appends that were not kept, and by those of which that is unknown. */
const MAX_WAIT_MS = 6_000;
const TRY_AGAIN_MS = 100;

/** A statement carries no more appends after this many characters, so that it is done well before its answer is missed. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** The appends to one world that one statement carries. */
interface Flight {
  readonly world: OwnedWorld;
  readonly appends: readonly WaitingAppend[];
}

/**
 * The appends to the worlds of this process. One statement at a time carries what waits, so that worlds share round trips.
 * The entries of a world stay in order, because no statement carries a world of whose last one the outcome is not known.
 */
export class Appends {
  readonly #database: LeaseDatabase;
  readonly #clock: LeaseClock;
  readonly #isOwned: (world: OwnedWorld) => boolean;
  readonly #onLost: (world: OwnedWorld) => void;
  /** Worlds with appends to send. */
  readonly #worlds = new Set<OwnedWorld>();
  #isSending = false;

  /** `onLost` is called with a world that another process has, or of which it cannot be found out what was kept. */
  constructor(
    database: LeaseDatabase,
    clock: LeaseClock,
    isOwned: (world: OwnedWorld) => boolean,
    onLost: (world: OwnedWorld) => void,
  ) {
    this.#database = database;
    this.#clock = clock;
    this.#isOwned = isOwned;
    this.#onLost = onLost;
  }

  /** Resolves when the entries are durable. Otherwise rejects as `Ownership.append` does. */
  add(world: OwnedWorld, appending: Appending): Promise<void> {
    let { next } = world;
    for (const { first, last } of appending.entries) {
      if (first !== (next ?? first)) {
        return Promise.reject(new Conflict(`the history of ${world.worldId} does not end before ${first}`));
      }
      next = last + 1;
    }
    world.next = next;
    return new Promise((resolve, reject) => {
      world.waiting.push({ ...appending, untilMs: this.#clock.monotonicMs() + MAX_WAIT_MS, resolve, reject });
      this.#worlds.add(world);
      this.#send();
    });
  }

  /** Rejects the appends to a world that were not sent. */
  drop(world: OwnedWorld, error: unknown): void {
    const { waiting } = world;
    world.waiting = [];
    this.#worlds.delete(world);
    for (const { reject } of waiting) reject(error);
  }

  #send(): void {
    if (this.#isSending) return;
    const flights: Flight[] = [];
    let left = MAX_CHARACTERS;
    for (const world of [...this.#worlds]) {
      if (world.isInDoubt || left <= 0) continue;
      const flight = this.#load(world, left);
      left -= charactersOf(flight.appends);
      flights.push(flight);
    }
    if (flights.length === 0) return;
    this.#isSending = true;
    this.#fly(flights).finally(() => {
      this.#isSending = false;
      this.#send();
    });
  }

  /** Takes the next appends to a world up to a number of characters; a world with more of them waits again. */
  #load(world: OwnedWorld, characters: number): Flight {
    const appends: WaitingAppend[] = [];
    for (let left = characters; left > 0; ) {
      const next = world.waiting.shift();
      if (next === undefined) break;
      appends.push(next);
      left -= charactersOf([next]);
    }
    this.#worlds.delete(world);
    if (world.waiting.length > 0) this.#worlds.add(world);
    return { world, appends };
  }

  async #fly(flights: readonly Flight[]): Promise<void> {
    const [first, ...others] = flights;
    if (first === undefined) return;
    try {
      const appended = await this.#database.append(first.world.processId, flights.map(fenced));
      for (const flight of flights) {
        if (appended.has(flight.world.worldId)) land(flight);
        else this.#lose(flight, new WriteFailed(`another process has the world ${flight.world.worldId} now`));
      }
    } catch (error) {
      if (error instanceof NotSent) await this.#flyLater(flights, error);
      else if (error instanceof Lost) for (const flight of flights) this.#doubt(flight);
      // One world made the database reject all: sent alone, it shows which.
      else if (others.length > 0) for (const flight of flights) await this.#fly([flight]);
      else if (error instanceof Rejected && error.code === codes.uniqueViolation) {
        this.#lose(first, new Conflict(`another writer continued ${first.world.worldId}`, { cause: error }));
      } else this.#fail(first, error);
    }
  }

  async #flyLater(flights: readonly Flight[], cause: NotSent): Promise<void> {
    const now = this.#clock.monotonicMs();
    for (const flight of flights.filter((one) => !isInTime(one, now))) this.#fail(flight, cause);
    await pause(this.#clock, TRY_AGAIN_MS);
    await this.#fly(flights.filter((one) => isInTime(one, now)));
  }

  /** Finds out what became of appends whose answer is lost, while other worlds go on. */
  async #doubt(flight: Flight): Promise<void> {
    const { world, appends } = flight;
    world.isInDoubt = true;
    const position = await this.#findPosition(world);
    world.isInDoubt = false;
    if (position === null || !this.#isOwned(world)) {
      const what = `what was appended to ${world.worldId} may have been kept: the database did not say`;
      this.#lose(flight, new OutcomeUnknown(what));
      return;
    }
    const last = appends.flatMap(({ entries }) => entries).at(-1)?.last ?? Number.POSITIVE_INFINITY;
    if (position >= last) land(flight);
    else if (isInTime(flight, this.#clock.monotonicMs())) world.waiting.unshift(...appends);
    else this.#fail(flight, new Lost("the connection to the database was lost again and again"));
    if (world.waiting.length > 0) this.#worlds.add(world);
    this.#send();
  }

  /**
   * First raises the epoch: that waits for a statement that the database is at, and fences one that it does not have yet. Only
   * then the position shows what was kept for good, and only in that epoch it is this process that has written up to there.
   * Returns null if the world is lost, or if the database is away too long.
   */
  async #findPosition(world: OwnedWorld): Promise<number | null> {
    const untilMs = this.#clock.monotonicMs() + MAX_WAIT_MS;
    while (this.#clock.monotonicMs() < untilMs) {
      try {
        const epoch = (await this.#database.raise(world.processId, [world.worldId])).get(world.worldId);
        if (epoch === undefined) return null;
        world.epoch = epoch;
        return await this.#database.position(world.worldId, world.processId, epoch);
      } catch (error) {
        overlook(error);
        await pause(this.#clock, TRY_AGAIN_MS);
      }
    }
    return null;
  }

  /** Rejects what was surely not kept, and with it what was to follow it. */
  #fail({ world, appends }: Flight, cause: unknown): void {
    const error = new WriteFailed(`the database did not keep what was appended to ${world.worldId}`, { cause });
    for (const { reject } of appends) reject(error);
    this.drop(world, error);
    world.next = appends[0]?.entries[0]?.first;
  }

  #lose({ world, appends }: Flight, error: Error): void {
    for (const { reject } of appends) reject(error);
    const next = new WriteFailed(`this process has lost the world ${world.worldId}`, { cause: error });
    this.drop(world, next);
    this.#onLost(world);
  }
}

function fenced({ world: { worldId, epoch }, appends }: Flight) {
  return {
    worldId,
    epoch,
    entries: appends.flatMap(({ entries }) => entries),
    keys: appends.flatMap(({ keys }) => keys),
  };
}

function charactersOf(appends: readonly WaitingAppend[]): number {
  return appends.reduce((sum, { entries }) => entries.reduce((part, { body }) => part + body.length, sum), 0);
}

function land({ appends }: Flight): void {
  for (const { resolve } of appends) resolve();
}

function isInTime({ appends: [oldest] }: Flight, now: number): boolean {
  return oldest !== undefined && now < oldest.untilMs;
}
