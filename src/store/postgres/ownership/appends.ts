import { Conflict, OutcomeUnknown, WriteFailed } from "../../world-store.ts";
import { codes, Lost, lost, NotSent, overlook, Rejected } from "../failure.ts";
import type { Appending } from "./append-statement.ts";
import { type LeaseClock, pause } from "./lease-clock.ts";
import type { LeaseDatabase } from "./lease-database.ts";
import type { OwnedWorld } from "./owned-world.ts";

/** How long a database that is away is waited for: by appends that were not kept, and by those of which that is unknown. */
const MAX_WAIT_MS = 6_000;
const TRY_AGAIN_MS = 100;

/** A statement carries no more appends after this many characters, so that it is done well before its answer is missed. */
const MAX_CHARACTERS = 4 * 1024 * 1024;

/** An append that was asked for and not answered yet. A world has one at a time. */
interface Append {
  readonly world: OwnedWorld;
  readonly appending: Appending;
  /** Until when it is tried, by the monotonic clock, if it surely was not kept. */
  readonly untilMs: number;
  resolve(): void;
  reject(error: unknown): void;
}

/** The appends to the worlds of this process. One statement at a time carries what waits, so that worlds share round trips. */
export class Appends {
  readonly #database: LeaseDatabase;
  readonly #clock: LeaseClock;
  readonly #isOwned: (world: OwnedWorld) => boolean;
  readonly #onLost: (world: OwnedWorld) => void;
  readonly #waiting = new Set<Append>();
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
    return new Promise((resolve, reject) => {
      const untilMs = this.#clock.monotonicMs() + MAX_WAIT_MS;
      this.#waiting.add({ world, appending, untilMs, resolve, reject });
      this.#send();
    });
  }

  /** Rejects the append to a world that was not sent. */
  drop(world: OwnedWorld, error: unknown): void {
    for (const append of this.#waiting) {
      if (append.world === world && this.#waiting.delete(append)) append.reject(error);
    }
  }

  #send(): void {
    if (this.#isSending || this.#waiting.size === 0) return;
    const sent: Append[] = [];
    let characters = 0;
    for (const append of this.#waiting) {
      if (characters >= MAX_CHARACTERS) break;
      for (const { body } of append.appending.entries) characters += body.length;
      sent.push(append);
      this.#waiting.delete(append);
    }
    this.#isSending = true;
    this.#append(sent).finally(() => {
      this.#isSending = false;
      this.#send();
    });
  }

  async #append(appends: readonly Append[]): Promise<void> {
    const [first, ...others] = appends;
    if (first === undefined) return;
    const fenced = appends.map(({ world: { epoch }, appending }) => ({ ...appending, epoch }));
    try {
      const appended = await this.#database.append(first.world.processId, fenced);
      for (const append of appends) {
        const { worldId } = append.world;
        if (appended.has(worldId)) append.resolve();
        else this.#lose(append, lost(worldId));
      }
    } catch (error) {
      if (error instanceof Lost) for (const append of appends) this.#tryAgain(append, error);
      // One world made the database reject all: sent alone, it shows which.
      else if (others.length > 0) for (const append of appends) await this.#append([append]);
      else if (error instanceof Rejected && error.code === codes.uniqueViolation) {
        this.#lose(first, new Conflict(`another writer continued ${first.world.worldId}`, { cause: error }));
      } else fail(first, error);
    }
  }

  /** Appends again what was not kept, until it is too late. While the database does not say, other worlds go on. */
  async #tryAgain(append: Append, cause: Lost): Promise<void> {
    if (cause instanceof NotSent) await pause(this.#clock, TRY_AGAIN_MS);
    else if (await this.#isSettled(append)) return;
    if (this.#clock.monotonicMs() >= append.untilMs) return fail(append, cause);
    this.#waiting.add(append);
    this.#send();
  }

  /** Finds out what became of an append whose answer is lost. Returns false if it was not kept. */
  async #isSettled(append: Append): Promise<boolean> {
    const { world, appending } = append;
    const position = await this.#findPosition(world);
    if (position === null || !this.#isOwned(world)) {
      const what = `what was appended to ${world.worldId} may have been kept: the database did not say`;
      this.#lose(append, new OutcomeUnknown(what));
      return true;
    }
    const isKept = position >= (appending.entries.at(-1)?.last ?? Number.POSITIVE_INFINITY);
    if (isKept) append.resolve();
    return isKept;
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
        const epoch = await this.#database.raise(world.worldId, world.processId);
        if (epoch === null) return null;
        world.epoch = epoch;
        return (await this.#database.place(world.worldId, world.processId, epoch))?.end ?? null;
      } catch (error) {
        overlook(error);
        await pause(this.#clock, TRY_AGAIN_MS);
      }
    }
    return null;
  }

  #lose({ world, reject }: Append, error: Error): void {
    reject(error);
    this.#onLost(world);
  }
}

/** Rejects what was surely not kept. */
function fail({ world, reject }: Append, cause: unknown): void {
  reject(new WriteFailed(`the database did not keep what was appended to ${world.worldId}`, { cause }));
}
