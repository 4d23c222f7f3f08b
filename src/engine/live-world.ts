import { setImmediate as nextTurn } from "node:timers/promises";
import type { DeliveriesAfterRewind } from "../domain/event.ts";
import type { Instant } from "../domain/instant.ts";
import { BrokenWorld } from "../domain/invariants.ts";
import { type Commit, Conflict, type Position, type WorldEntry, type WorldId } from "../store/world-store.ts";
import { nextEpoch, note } from "./chronicle.ts";
import type { CommitLog } from "./commit-log.ts";
import { Condition } from "./condition.ts";
import type { EndedAttempt } from "./dispatcher.ts";
import { Keeping } from "./keeping.ts";
import type { Step } from "./machine.ts";
import type { Moment, Transaction } from "./moment.ts";
import type { Past, Place } from "./past.ts";
import { Reading } from "./reading.ts";
import type { Replayed } from "./replayed.ts";
import { Rounds, Unsettled } from "./rounds.ts";
import type { Surroundings } from "./surroundings.ts";
import { Timekeeper } from "./timekeeper.ts";
import { Unavailable, unwritten } from "./unavailable.ts";
import { workSlice } from "./work-slice.ts";

/** The advance that holds the clock. */
interface Advancing {
  readonly onFired: (step: Step) => void;
  readonly rounds: Rounds;
}

const conflictRetries = 3;

/** A moment that stays as it is when the world goes on, but for the world itself. */
function momentOf({ world, at, position, chronicle }: Moment): Moment {
  return { world, at, position, chronicle };
}

/**
 * One world at work: the single writer of its history. Its state in memory runs ahead of the keeper; no answer leaves
 * before everything that it could have seen is durable. After a failed write the state is thrown away and read again.
 */
export class LiveWorld {
  readonly worldId: WorldId;
  readonly #surroundings: Surroundings;
  readonly #time: Timekeeper;
  readonly #keeping: Keeping;
  readonly #condition = new Condition();
  #reading: Reading;
  #reloading: Promise<void> | undefined;
  #advancing: Advancing | undefined;
  /** Whether the step being made is of the agenda's doing, or of an attempt's, and not asked for. */
  #firing = false;

  constructor(entry: WorldEntry, replayed: Replayed, surroundings: Surroundings) {
    this.worldId = entry.worldId;
    this.#surroundings = surroundings;
    this.#keeping = new Keeping(entry, surroundings, replayed.snapshotAt, {
      known: () => ({ position: this.#reading.machine.position, chronicle: this.#reading.chronicle }),
      present: () => this.#durablePresent(),
    });
    this.#reading = this.#newReading(replayed, this.#newLog(replayed.position));
    this.#time = new Timekeeper(replayed.clock, surroundings.wallClock, () => this.#wake());
    this.#arm();
  }

  /** What its keeper has of it. */
  get past(): Past {
    return this.#keeping.past;
  }

  /**
   * The world's time and position as far as this process knows. They may be ahead of what is durable and are there even
   * when the world has stopped: for logs and lists.
   */
  get known(): { readonly at: Instant; readonly position: Position } {
    return { at: this.#now, position: this.#reading.machine.position };
  }

  /**
   * Runs `work` in one synchronous block, after everything due by now was done, and answers with its result once all
   * that it could have seen is durable. Throws `Unavailable`. After a conflict `work` runs again on the new state.
   */
  async transact<T>(work: (transaction: Transaction) => T): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const { result, durable } = await this.#perform(work, () => this.#condition.assertOpen());
      try {
        await durable;
        return result;
      } catch (error) {
        if (!(error instanceof Conflict) || attempt === conflictRetries) throw unwritten(error);
      }
    }
  }

  /**
   * Takes the clock for an advance: until `releaseClock` nothing happens in the world by itself and its time is that of
   * the last fact. `onFired` is shown what falls due until then, also what a request makes happen that comes in between.
   * Throws `ClockBusy` when it is taken already.
   */
  holdClock(at: Instant, onFired: (step: Step) => void): void {
    this.#time.hold(at);
    this.#advancing = { onFired, rounds: new Rounds() };
    this.#arm();
  }

  releaseClock(): void {
    this.#time.release(this.#reading.machine.world);
    this.#advancing = undefined;
    this.#arm();
  }

  /** Throws `ClockBusy` while an advance holds the clock. */
  assertClockFree(): void {
    this.#time.assertFree();
  }

  /** The attempts under way, to be waited for, or null when there are none. */
  attemptsUnderWay(): Promise<void> | null {
    const { dispatcher } = this.#reading;
    return dispatcher.isIdle ? null : dispatcher.settled();
  }

  /**
   * With the clock held: does some of what is due by `until`, attempts to deliver included, each instant to its end
   * before the next. Answers, when it is durable, with null while there may be more to do; other worlds get their turn in
   * between. In the block in which all is done it writes down that `until` was reached, so that nothing new can fall due
   * before it, and answers with the position. Throws `Unsettled` when an instant has no end.
   */
  async workTowards(until: Instant): Promise<Position | null> {
    await this.#reloading;
    this.#condition.assertOpen();
    // What the advance has counted so far went with the state that was thrown away.
    if (this.#advancing === undefined) throw unwritten("the world was read again while its clock was advanced");
    const { machine, dispatcher, log } = this.#reading;
    // What is overdue is made now: never at a time that the world has already left behind.
    const now = this.#now;
    const limit = () => Math.min(until, Math.max(now, dispatcher.nextAttemptAt ?? until));
    const mayBeMore = this.#fireSlice(limit);
    if (!mayBeMore) this.#reach(limit());
    const { position, world } = machine;
    try {
      const made = !mayBeMore && (await dispatcher.makeWave(world.at, this.#advancing.rounds));
      await log.whenDurable();
      if (!mayBeMore && !made) return position;
    } catch (error) {
      throw error instanceof Unsettled ? error : unwritten(error);
    }
    await nextTurn();
    return null;
  }

  /**
   * Holds the clock, and all that is done to the history as such, while something is found out about where to go back to
   * and the world goes there. It may have stopped: then it is read again, and stays stopped until it has gone back.
   * Throws `ClockBusy` and `Unavailable`.
   */
  async standingStill<T>(work: (present: Moment) => Promise<T>): Promise<T> {
    this.#time.hold(this.#now);
    try {
      const present = await this.#present();
      return await this.#keeping.archive.exclusively(() => work(present));
    } finally {
      this.releaseClock();
    }
  }

  /**
   * Within `standingStill`: the world goes on from where it was at a place of its history, or, with `fromTheBeginning`,
   * as if nothing had ever happened. What was under way is abandoned. Resolves when that is durable.
   */
  async goBack(to: Place, deliveries: DeliveriesAfterRewind, fromTheBeginning: boolean): Promise<Moment> {
    const before = this.#reading;
    const { world, ...restored } = await this.#keeping.replay(to.position);
    this.#condition.assertNotEnding();
    if (before !== this.#reading) throw unwritten("the world was read again meanwhile");
    const { chronicle, machine, log } = before;
    before.dispatcher.abandon();
    this.#reading = this.#newReading({ ...restored, world, chronicle, position: machine.position }, log);
    this.#condition.goOn();
    this.#time.goBack(to.at);
    const { clock, routes } = machine.world;
    const epoch = fromTheBeginning ? world.epoch : nextEpoch(chronicle, to.position);
    const moment = this.#guarded(() => {
      const transaction = this.#transaction(to.at);
      transaction.run({ type: "rewind-world", to: to.position, epoch, deliveries, clock, routes });
      return momentOf(transaction);
    });
    await log.whenDurable()?.catch((error: unknown) => {
      throw unwritten(error);
    });
    return moment;
  }

  /** Resolves when more of the history is durable, the world has ended, or the signal is aborted. */
  nextGrowth(signal: AbortSignal): Promise<void> {
    return this.#condition.isOver ? Promise.resolve() : this.#keeping.growth.next(signal);
  }

  /** The history after a position, as its keeper has it. Everything due by now is done, and durable, first. */
  async *history(after: Position = 0, upTo?: Position): AsyncIterable<Commit> {
    const position = await this.transact((moment) => moment.position);
    yield* this.past.read(after, Math.min(position, upTo ?? position));
  }

  /**
   * Ends what the world does by itself, refuses what comes later and waits until all before is durable: also what becomes
   * of the attempts that are under way, unless these are abandoned.
   */
  async close(reason = "the sandbox is shutting down", attempts: "awaited" | "abandoned" = "awaited"): Promise<void> {
    this.#condition.beginToEnd(reason);
    this.#time.stop();
    if (attempts === "abandoned") {
      this.#condition.end();
      this.#reading.dispatcher.abandon();
    }
    await this.#reading.dispatcher.settled();
    this.#condition.end();
    await this.#reading.log.whenDurable()?.catch(() => undefined);
    await this.#reloading;
    await this.#keeping.archive.close(attempts === "awaited");
    this.#keeping.growth.tell();
  }

  /** Where the world stands when all that is due has been done; one that has stopped, as its keeper has it. */
  async #present(): Promise<Moment> {
    if (!this.#condition.isInTrouble) return this.transact(momentOf);
    this.#condition.assertNotEnding();
    await this.#readAgain();
    return momentOf(this.#transaction(this.#now));
  }

  get #now(): Instant {
    return this.#time.now(this.#reading.machine.world);
  }

  /**
   * `assertAtWork` is asked in the very block that works: a moment earlier another request may still be about to stop the
   * world. So is `durable`: later there may be another log, which knows nothing of this work.
   */
  async #perform<T>(
    work: (transaction: Transaction) => T,
    assertAtWork: () => void,
  ): Promise<{ result: T; durable: Promise<void> | undefined }> {
    for (;;) {
      await this.#reloading;
      assertAtWork();
      const at = this.#now;
      if (this.#fireSlice(() => at)) {
        await nextTurn();
        continue;
      }
      const result = this.#guarded(() => work(this.#transaction(at)));
      return { result, durable: this.#reading.log.whenDurable() };
    }
  }

  #transaction(at: Instant): Transaction {
    const { machine, chronicle } = this.#reading;
    return {
      world: machine.world,
      at,
      get position() {
        return machine.position;
      },
      chronicle,
      run: (command, beside) => machine.run(command, at, beside),
    };
  }

  /** Does a slice of what is due by `limit`; true when there may be more. */
  #fireSlice(limit: () => Instant): boolean {
    const { machine } = this.#reading;
    if (machine.nextDueAt === null || machine.nextDueAt > limit()) return false;
    return this.#guarded(() => {
      this.#firing = true;
      return workSlice(machine, limit);
    });
  }

  /** Makes it a fact that the world has come to `at`. */
  #reach(at: Instant): void {
    const { machine } = this.#reading;
    if (at > machine.world.at) this.#guarded(() => machine.run({ type: "reach-time" }, at));
  }

  /** Runs something that may change the world. A world that turns out impossible stops; the process goes on. */
  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof BrokenWorld) this.#stop("this world has stopped: what happened in it is impossible", error);
      this.#condition.assertRunning();
      throw error;
    } finally {
      this.#firing = false;
      this.#startAttempts();
      this.#arm();
    }
  }

  #commit({ first, at, events, beside }: Step): void {
    const wall = { ...beside, at: this.#time.note(this.#reading.machine.world) };
    const commit = { first, at, events, wall };
    note(this.#reading.chronicle, commit);
    this.#reading.log.append(commit);
    if (this.#firing) this.#advancing?.onFired({ first, at, events, beside });
  }

  /** Begins the attempts that are due now; an advance that holds the clock begins them itself. */
  #startAttempts(): void {
    if (this.#condition.isOver || this.#time.isHeld) return;
    this.#reading.dispatcher.start(this.#now);
  }

  /** Writes down how attempts have ended. Those of a reading that was thrown away were never begun. */
  async #record(reading: Reading, ended: readonly EndedAttempt[]): Promise<void> {
    const { durable } = await this.#perform(
      (transaction) => {
        if (reading !== this.#reading) return;
        this.#firing = true;
        for (const { command, measured } of ended) {
          transaction.run(command, { attempt: measured });
          reading.dispatcher.hasEnded(command.deliveryId);
        }
      },
      () => this.#condition.assertRunning(),
    );
    await durable;
  }

  #arm(): void {
    this.#time.wakeAt(this.#condition.isOver ? null : this.#reading.wakesAt);
  }

  #wake(): void {
    // Whatever goes wrong here was already told to `onTrouble`, and whoever asks next is told again.
    this.transact(() => undefined).catch(() => undefined);
  }

  #newReading(replayed: Replayed, log: CommitLog): Reading {
    const reading: Reading = new Reading(replayed, log, this.#surroundings, {
      onStep: (step) => this.#commit(step),
      record: (ended) => this.#record(reading, ended),
    });
    return reading;
  }

  #newLog(durable: Position): CommitLog {
    const log: CommitLog = this.#keeping.newLog(durable, (error) => {
      if (log === this.#reading.log) this.#reloading ??= this.#reload(error);
    });
    return log;
  }

  #durablePresent() {
    const { machine, chronicle, log } = this.#reading;
    if (this.#condition.isInTrouble || log.whenDurable() !== undefined) return null;
    return { world: machine.world, position: machine.position, clock: this.#time.clock, chronicle };
  }

  /** After a failed write: what the keeper has is the truth, so the state begins again from there. */
  async #reload(cause: unknown): Promise<void> {
    this.#surroundings.onTrouble(this.worldId, cause);
    this.#advancing = undefined;
    // What is under way will be due again; its results would count for nothing.
    this.#reading.dispatcher.abandon();
    try {
      await this.#readAgain();
    } catch (error) {
      this.#stop("this world has stopped: it could not be read again after a failed write", error);
    }
    this.#reloading = undefined;
    this.#arm();
  }

  async #readAgain(): Promise<void> {
    const replayed = await this.#keeping.replay();
    this.#reading = this.#newReading(replayed, this.#newLog(replayed.position));
    this.#time.restart(replayed.clock);
  }

  #stop(message: string, cause: unknown): void {
    const trouble = new Unavailable(message, { cause });
    this.#condition.stop(trouble);
    this.#surroundings.onTrouble(this.worldId, trouble);
    this.#keeping.growth.tell();
  }
}
