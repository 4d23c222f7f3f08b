import { faultsOfCall } from "../../domain/fault.ts";
import type { Instant } from "../../domain/instant.ts";
import { openCodes } from "../../domain/open-codes.ts";
import type { World } from "../../domain/world.ts";
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
import { Unavailable, unreadable, unwritten } from "../unavailable.ts";
import { admissions, type Done } from "./admission.ts";
import type { WorldDependencies } from "./dependencies.ts";
import { goBack, type Rewound, type WayBack } from "./go-back.ts";
import type { LoadedWorld } from "./loaded-world.ts";
import type { Step } from "./machine.ts";
import { assertRoom, type Memory } from "./memory.ts";
import { type Moment, momentOf, type Transaction } from "./moment.ts";
import { AttemptRounds } from "./rounds.ts";
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
  mightHaveFault(operationId: string): boolean | Promise<boolean> {
    const { loaded, reloading, isShared } = this.#writer;
    const isThere = (world: Readonly<World>) => faultsOfCall(world.faults, operationId).length > 0;
    // Another process may have set a fault that this one does not know yet.
    if (isShared) return this.look(({ world }) => isThere(world));
    return reloading !== undefined || isThere(loaded.machine.world);
  }

  /**
   * Looks at the world like `transact`, but changes nothing. If several processes share the world and nothing is due, this
   * takes one question to the store instead of a turn; none if the same request has looked before (`isFresh`). The result
   * is there at once if it depends on nothing but memory.
   */
  look<T>(work: (moment: Moment) => T, isFresh = false): T | Promise<T> {
    const { glances } = this.#writer;
    if (glances !== undefined) {
      const look = (loaded: LoadedWorld, at: Instant) => work(loaded.transaction(at));
      return glances.look(look, isFresh).then((seen) => (seen === null ? this.transact(work) : seen.result));
    }
    return this.execute(work);
  }

  /** Does the same as `transact`. The result is there at once if nothing has to be waited for. */
  execute<T>(work: (transaction: Transaction) => T): T | Promise<T> {
    if (this.#writer.isShared) return this.transact(work);
    let done: Done<T> | null;
    try {
      done = this.#writer.admitNow(admissions.request, (loaded, at) => work(loaded.transaction(at)));
    } catch (error) {
      return Promise.reject(error);
    }
    if (done === null) return this.transact(work);
    const { result, durable } = done;
    if (durable === undefined) return result;
    const again = (error: unknown) => {
      if (error instanceof Conflict) return this.transact(work);
      throw unwritten(error);
    };
    return durable.then(() => result, again);
  }

  /**
   * Runs `work` in one synchronous block, after everything due by now. Resolves with its result once everything it
   * could have seen is durable. Throws `Unavailable`. After a conflict, `work` runs again on the new state.
   */
  async transact<T>(work: (transaction: Transaction) => T): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      const { result, durable } = await this.#writer.admit(admissions.request, (loaded, at) =>
        work(loaded.transaction(at)),
      );
      try {
        if (durable !== undefined) await durable;
        return result;
      } catch (error) {
        if (!(error instanceof Conflict) || tries === MAX_TRIES_AFTER_CONFLICT) throw unwritten(error);
      }
    }
  }

  /**
   * Pauses the clock for an advance; must be called in a transaction. Until `resumeClock` nothing happens in the world
   * by itself, and its time is that of the last fact. Throws `ClockBusy` if the clock is already paused.
   */
  pauseClock(at: Instant): void {
    this.#writer.pauses.begin(at);
  }

  /** Announces to all processes that the clock will be paused. Throws `ClockBusy` if it is. */
  announcePause(): Promise<void> {
    return this.#writer.pauses.announce();
  }

  withdrawPause(): Promise<void> {
    return this.#writer.pauses.withdraw();
  }

  /** Runs work that sets the clock. Throws `ClockBusy` while the clock is paused. */
  async setClock<T>(work: (transaction: Transaction) => T): Promise<T> {
    await this.announcePause();
    try {
      return await this.transact((transaction) => {
        this.assertClockFree();
        return work(transaction);
      });
    } finally {
      await this.withdrawPause();
    }
  }

  /** Calls `onFired` with each step that happens by itself, in a transaction while the clock is paused. */
  beginAdvance(onFired: (step: Step) => void): void {
    this.#writer.advance = { onFired, rounds: new AttemptRounds() };
  }

  /** Does what is due by now, as far as this process or another one has written it. */
  async wake(): Promise<void> {
    await this.transact(() => undefined);
  }

  /** Resumes the clock from the world's time. Processes that share the store learn of it by a fact. */
  async resumeClock(): Promise<void> {
    const writer = this.#writer;
    const { durable } = await writer.admit(admissions.upkeep, ({ machine }) => {
      writer.advance = undefined;
      writer.pauses.end((time) => time.resume(machine.world));
      if (writer.isShared && this.isRunning && !writer.condition.isOver) {
        machine.run({ type: "reach-time" }, machine.world.at);
      }
    });
    // If the fact is not kept, the world is read again, and its time with it. The advance has responded for what is durable,
    // so its caller learns nothing wrong.
    if (writer.isShared) await durable?.catch(() => undefined);
  }

  /** Throws `ClockBusy` while the clock is paused. */
  assertClockFree(): void {
    this.#writer.time.assertFree();
  }

  /** Whether another process has deleted the world. */
  get isGone(): boolean {
    return this.#writer.isGone;
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
    const others = this.#writer.othersAttempts();
    return dispatcher.isIdle ? others : dispatcher.settled().then(() => others ?? undefined);
  }

  /**
   * Does a slice of what is due by `until`, attempts included, and finishes each instant before the next; only for an
   * advance. Resolves, when the slice is durable, with null if more may be due. When all is done, records in the same
   * block that `until` was reached, so that nothing new can fall due before it, and resolves with that place. Once
   * `mayGoOn` returns false, finishes the present instant and resolves with the place there. Throws `Unsettled` if an
   * instant never ends.
   */
  async workTowards(until: Instant, mayGoOn: () => boolean): Promise<Place | null> {
    const { result, durable } = await this.#writer.admit(admissions.advance, (loaded) =>
      this.#workSlice(loaded, until, mayGoOn),
    );
    try {
      await result.wave;
      await durable;
    } catch (error) {
      throw unwritten(error);
    }
    if (!result.mayBeMore) return result.place;
    await nextSlice();
    return null;
  }

  #workSlice(loaded: LoadedWorld, until: Instant, mayGoOn: () => boolean) {
    const { advance, now } = this.#writer;
    // The events that the advance counted were discarded with the old state.
    if (advance === undefined) throw unwritten("the world was read again while its clock was advanced");
    this.#writer.pauses.assertKept();
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
    return goBack(this.#writer, () => this.transact(momentOf), way);
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

  /** Returns how the world rests after it was closed; null if it has to be read at the next startup. */
  get resting(): RestingWorld | null {
    const { condition, loaded, time } = this.#writer;
    const { machine, log, chronicle } = loaded;
    if (condition.isInTrouble || log.durable !== machine.position) return null;
    const keys = Array.from(chronicle.companyIds, ([digest, companyId]) => ({ digest, companyId }));
    return { position: log.durable, keys, ...restOf(time.clock, machine.world) };
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

  /** Whether anybody waits for growth. */
  get isFollowed(): boolean {
    return this.#writer.history.growth.isAwaited;
  }

  /** Learns what other processes have written, for those who wait for growth. */
  async catchUp(): Promise<void> {
    await this.#writer.glances?.catchUp();
  }

  /** Returns the end of the history for those who follow it. Throws `Unavailable` once the world has ended. */
  async followedEnd(): Promise<Position> {
    const { isShared, condition, loaded } = this.#writer;
    if (!isShared) return this.transact(({ position }) => position);
    condition.assertOpen();
    return loaded.log.durable;
  }

  /** Returns the stored history after a position. First does everything due by now and makes it durable. */
  async *history(after: Position = 0, upTo?: Position): AsyncIterable<Commit> {
    const position = await this.look((moment) => moment.position);
    yield* this.past.read(after, Math.min(position, upTo ?? position));
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
