import { faultsOfCall } from "../../domain/fault.ts";
import type { Instant } from "../../domain/instant.ts";
import { openCodes } from "../../domain/open-codes.ts";
import { nextSlice } from "../../slices/step-by-step.ts";
import {
  type Commit,
  Conflict,
  type Position,
  type RestingWorld,
  type WorldEntry,
  type WorldId,
} from "../../store/world-store.ts";
import type { Replayed } from "../history/chronicle.ts";
import type { PlaceRejection } from "../history/find-place.ts";
import type { Past, Place } from "../history/past.ts";
import { restOf } from "../history/world-rest.ts";
import { Unavailable, unreadable, unwritten, WorldMoved } from "../unavailable.ts";
import { admissions, type Done } from "./admission.ts";
import type { WorldDependencies } from "./dependencies.ts";
import { goBack, type Rewound, type WayBack } from "./go-back.ts";
import type { LoadedWorld } from "./loaded-world.ts";
import type { Step } from "./machine.ts";
import { assertRoom, type Memory } from "./memory.ts";
import { type Moment, momentOf, type Transaction } from "./moment.ts";
import { AttemptRounds, Unsettled } from "./rounds.ts";
import { goOnWith, type Soon } from "./soon.ts";
import { waitsOf } from "./world-waits.ts";
import { WorldWriter } from "./world-writer.ts";

const MAX_TRIES_AFTER_CONFLICT = 3;

/** What happens by itself within this time keeps a world in memory. */
const SOON_MS = 10 * 60_000;

/** About what a world takes in memory, and each of its charges, withdrawals and deliveries. */
const BASE_BYTES = 50_000;
const ITEM_BYTES = 1_000;

/** A world at work, for the rest of the program. It responds only after all that the response depends on is durable. */
export class LiveWorld {
  readonly worldId: WorldId;
  readonly #writer: WorldWriter;
  readonly #memory: Memory | undefined;

  constructor(entry: WorldEntry, replayed: Replayed, dependencies: WorldDependencies) {
    this.worldId = entry.worldId;
    this.#writer = new WorldWriter(entry, replayed, dependencies);
    this.#memory = dependencies.memory;
  }

  get seed(): string {
    return this.#writer.loaded.machine.world.seed;
  }

  /** The history as the store has it. */
  get past(): Past {
    return this.#writer.history.past;
  }

  /** The time and position in memory, for logs and lists. They may be ahead of what is durable. */
  get known(): { readonly at: Instant; readonly position: Position } {
    return { at: this.#writer.now, position: this.#writer.loaded.machine.position };
  }

  /** The codes of open withdrawals, as far as this process knows. */
  get openCodes(): readonly string[] {
    return openCodes(this.#writer.loaded.machine.world);
  }

  /**
   * Returns whether a fault may apply to a call of this operation: a quick check, so that other calls need not wait.
   */
  mightHaveFault(operationId: string): boolean {
    const { loaded, reloading } = this.#writer;
    return reloading !== undefined || faultsOfCall(loaded.machine.world.faults, operationId).length > 0;
  }

  /**
   * Runs `work` in one synchronous block, after everything due by now. Its result is there once everything it could have seen
   * is durable, at once if nothing has to be waited for. Throws `Unavailable`. After a conflict, `work` runs again on the new
   * state.
   */
  transact<T>(work: (transaction: Transaction) => T, triesLeft = MAX_TRIES_AFTER_CONFLICT): Soon<T> {
    const ended = ({ result, durable }: Done<T>) => {
      const again = (error: unknown) => {
        if (error instanceof Conflict && triesLeft > 1) return this.transact(work, triesLeft - 1);
        throw unwritten(error);
      };
      return durable === undefined ? result : durable.then(() => result, again);
    };
    try {
      return goOnWith(
        this.#writer.admit(admissions.request, (loaded, at) => work(loaded.transaction(at))),
        ended,
      );
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /**
   * Pauses the clock for an advance; must be called in a transaction. Until `resumeClock` nothing happens in the world
   * by itself, and its time is that of the last fact. Throws `ClockBusy` if the clock is already paused.
   */
  pauseClock(at: Instant): void {
    this.#writer.time.pause(at);
  }

  /** Runs work that sets the clock. Throws `ClockBusy` while the clock is paused. */
  setClock<T>(work: (transaction: Transaction) => T): Soon<T> {
    return this.transact((transaction) => {
      this.assertClockFree();
      return work(transaction);
    });
  }

  /** Calls `onFired` with each step that happens by itself, in a transaction while the clock is paused. */
  beginAdvance(onFired: (step: Step) => void): void {
    this.#writer.advance = { onFired, rounds: new AttemptRounds() };
  }

  /** Does what is due by now, as far as this process or another one has written it. */
  async wake(): Promise<void> {
    await this.transact(() => undefined);
  }

  /** Resumes the clock from the world's time. */
  async resumeClock(): Promise<void> {
    const writer = this.#writer;
    await writer.admit(admissions.upkeep, ({ machine }) => {
      writer.advance = undefined;
      writer.time.resume(machine.world);
    });
  }

  /** Throws `ClockBusy` while the clock is paused. */
  assertClockFree(): void {
    this.#writer.time.assertFree();
  }

  /** Whether nobody waits for the world, nothing is under way in it, and nothing will happen in it by itself soon. */
  get isIdle(): boolean {
    const { loaded, time, history, condition } = this.#writer;
    if (condition.isInTrouble || time.isPaused || time.wakesWithin(SOON_MS)) return false;
    return loaded.dispatcher.isIdle && loaded.log.whenDurable() === undefined && !history.growth.isAwaited;
  }

  get isRunning(): boolean {
    return this.#writer.loaded.machine.world.clock.mode === "running";
  }

  /** Records the machine's time after its clock was set, so that a restart continues from here. */
  async tieClock(): Promise<void> {
    await this.transact((transaction) => transaction.run({ type: "reach-time" }));
    this.#writer.time.tied();
  }

  /** Returns a promise that resolves when the attempts under way have ended, or null if there are none. */
  attemptsUnderWay(): Promise<void> | null {
    const { dispatcher } = this.#writer.loaded;
    return dispatcher.isIdle ? null : dispatcher.settled();
  }

  /**
   * Does a slice of what is due by `until`, attempts included, and finishes each instant before the next; only for an
   * advance. Resolves, when the slice is durable, with null if more may be due. When all is done, records in the same
   * block that `until` was reached, so that nothing new can fall due before it, and resolves with that place. Once
   * `mayGoOn` returns false, finishes the present instant and resolves with the place there. Throws `Unsettled` if an
   * instant never ends.
   */
  async workTowards(until: Instant, mayGoOn: () => boolean): Promise<Place | null> {
    try {
      const { result, durable } = await this.#writer.admit(admissions.advance, (loaded) =>
        this.#workSlice(loaded, until, mayGoOn),
      );
      await result.wave;
      await durable;
      if (!result.mayBeMore) return result.place;
    } catch (error) {
      throw inAdvance(error);
    }
    await nextSlice();
    return null;
  }

  #workSlice(loaded: LoadedWorld, until: Instant, mayGoOn: () => boolean) {
    const { advance, now } = this.#writer;
    // The events that the advance counted were discarded with the old state.
    if (advance === undefined) throw unwritten("the world was read again while its clock was advanced");
    const { machine, dispatcher } = loaded;
    const isLeft = () => (loaded.wakesAt ?? Number.POSITIVE_INFINITY) <= until;
    const end = () => (mayGoOn() || !isLeft() ? until : this.#writer.now);
    // Overdue items happen now, never at a time before the world's time.
    const limit = () => Math.min(end(), Math.max(now, dispatcher.nextAttemptAt ?? until));
    const isCutShort = loaded.fireSlice(limit);
    if (!isCutShort) loaded.reach(limit());
    const place = { position: machine.position, at: machine.world.at };
    const wave = isCutShort ? null : dispatcher.makeWave(place.at, advance.rounds);
    return { place, wave, mayBeMore: isCutShort || wave !== null };
  }

  /** Takes the world back to a place of its history. Throws `ClockBusy` and `Unavailable`. */
  goBack(way: WayBack): Promise<Rewound | PlaceRejection> {
    return goBack(this.#writer, async () => this.transact(momentOf), way);
  }

  /**
   * Returns the world as it was at a place of its history, and changes nothing. Throws `Unavailable`, also if memory is or
   * becomes full: the copy takes as much as the world.
   */
  async lookAt(find: WayBack["find"]): Promise<Pick<Moment, "world" | "at" | "position"> | PlaceRejection> {
    const { history } = this.#writer;
    const present = await this.transact(momentOf);
    // Nothing is forgotten meanwhile, and one world is replayed at a time.
    return history.archive.exclusively(async () => {
      const place = await find(present);
      if ("type" in place) return place;
      const assertThereIsRoom = () => assertRoom(this.#memory);
      assertThereIsRoom();
      const { world, position } = await history.replay(place.position, assertThereIsRoom);
      if (position !== place.position) throw unreadable(`nothing is kept of the position ${place.position}`);
      return { world, position, at: place.at };
    });
  }

  /** Returns how the world would rest now; null if its store does not have all of it. */
  get resting(): RestingWorld | null {
    const { condition, loaded, time } = this.#writer;
    const { machine, log, chronicle, dispatcher } = loaded;
    if (condition.isInTrouble || log.durable !== machine.position) return null;
    const keys = Array.from(chronicle.companyIds, ([digest, companyId]) => ({ digest, companyId }));
    const rest = restOf(time.clock, machine.world);
    // An attempt that has begun is due again where nothing is known of it.
    const wakesAt = dispatcher.isUnrecorded ? 0 : rest.wakesAt;
    return { position: log.durable, keys, ...rest, wakesAt, summary: waitsOf(machine.world) };
  }

  /** Returns about how much memory the world takes, in bytes. */
  get bytes(): number {
    const { charges, withdrawals, deliveries } = this.#writer.loaded.machine.world;
    return BASE_BYTES + ITEM_BYTES * (charges.size + withdrawals.size + deliveries.size);
  }

  /** Resolves when more of the history is durable, the world has ended, or the signal is aborted. */
  nextGrowth(signal: AbortSignal): Promise<void> {
    const { condition, history } = this.#writer;
    return condition.isOver ? Promise.resolve() : history.growth.next(signal);
  }

  /** Returns the stored history after a position. First does everything due by now and makes it durable. */
  async *history(after: Position = 0, upTo?: Position): AsyncIterable<Commit> {
    const position = await this.transact((moment) => moment.position);
    yield* this.past.read(after, Math.min(position, upTo ?? position));
  }

  /** Ends the world here and now, without a word to its store: another process may have it. */
  lose(): void {
    this.#writer.lose();
  }

  /**
   * Ends the world: it does nothing more by itself and rejects later requests. Resolves when all earlier work is
   * durable, including the results of attempts under way unless these are abandoned.
   */
  async close(
    reason = new Unavailable("the sandbox is shutting down"),
    attempts: "awaited" | "abandoned" = "awaited",
  ): Promise<void> {
    const writer = this.#writer;
    const { condition, history } = writer;
    const { result: dispatcher } = await writer.admit(admissions.upkeep, (loaded) => {
      condition.beginToEnd(reason);
      writer.rest();
      if (attempts === "abandoned") {
        condition.end();
        loaded.dispatcher.abandon();
      }
      return loaded.dispatcher;
    });
    await dispatcher.settled();
    condition.end();
    await writer.loaded.log.whenDurable()?.catch(() => undefined);
    await writer.reloading;
    await history.archive.close(attempts === "awaited");
    history.growth.tell();
  }
}

/** An advance that has begun must not begin again where the world is now. */
function inAdvance(error: unknown): unknown {
  if (error instanceof Unsettled) return error;
  const told = unwritten(error);
  return told instanceof WorldMoved ? unwritten("the world moved while its clock was advanced") : told;
}
