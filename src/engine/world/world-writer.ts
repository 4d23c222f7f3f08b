import { setImmediate as nextTurn } from "node:timers/promises";
import type { Instant } from "../../domain/instant.ts";
import { BrokenWorld } from "../../domain/invariants.ts";
import type { Position, WorldEntry, WorldId } from "../../store/world-store.ts";
import { note } from "../history/chronicle.ts";
import type { Replayed } from "../history/replayed.ts";
import { Unavailable } from "../unavailable.ts";
import { mailCodes } from "./code-mail.ts";
import type { CommitLog } from "./commit-log.ts";
import { Condition } from "./condition.ts";
import type { EndedAttempt } from "./dispatcher.ts";
import { Keeping } from "./keeping.ts";
import type { Step } from "./machine.ts";
import { Transaction } from "./moment.ts";
import { Reading } from "./reading.ts";
import { recordAttempt } from "./recorded-attempt.ts";
import { Recovery } from "./recovery.ts";
import type { Surroundings } from "./surroundings.ts";
import { Timekeeper } from "./timekeeper.ts";
import { workSlice } from "./work-slice.ts";

/** What was done, and the moment when all that it could have seen is durable; undefined when it is already. */
export interface Done<T> {
  readonly result: T;
  readonly durable: Promise<void> | undefined;
}

/**
 * The single writer of a world's history. Its state in memory runs ahead of the keeper. After a failed write the state is
 * thrown away and read again, as often as it takes; what turns out impossible stops the world.
 */
export class WorldWriter {
  readonly worldId: WorldId;
  readonly keeping: Keeping;
  readonly time: Timekeeper;
  readonly condition = new Condition();
  /** Is shown what the agenda and attempts make happen; undefined when nobody advances the clock, or the world was read again. */
  onFired: ((step: Step) => void) | undefined;
  readonly #surroundings: Surroundings;
  #reading: Reading;
  readonly #recovery = new Recovery({
    read: () => this.readAgain(),
    isGoingBack: () => this.time.isHeld,
    stop: (message, cause) => this.#stop(message, cause),
    goOn: () => this.#recover(),
    tried: () => this.arm(),
  });
  /** Whether the step being made is of the agenda's doing, or of an attempt's, and not asked for. */
  #firing = false;

  constructor(entry: WorldEntry, replayed: Replayed, surroundings: Surroundings) {
    this.worldId = entry.worldId;
    this.#surroundings = surroundings;
    this.keeping = new Keeping(entry, surroundings, replayed.snapshotAt, {
      known: () => {
        const { machine, chronicle, log } = this.#reading;
        return { durable: log.durable, world: machine.world, chronicle };
      },
      whenDurable: async () => this.#reading.log.whenDurable(),
      present: () => this.#durablePresent(),
    });
    this.#reading = this.#newReading(replayed, this.#newLog(replayed.position));
    const { wallClock, steadyClock } = surroundings;
    this.time = new Timekeeper(replayed.clock, wallClock, () => this.#wake(), steadyClock);
    this.arm();
  }

  get reading(): Reading {
    return this.#reading;
  }

  /** Why the world is not to be written to just now: it is being read again. */
  get reloading(): Promise<void> | undefined {
    return this.#recovery.underWay;
  }

  get now(): Instant {
    return this.time.now(this.#reading.machine.world);
  }

  /** The present; while memory is full and something is overdue, the time of the last fact, so that the world does not grow. */
  timeOfWork(): Instant {
    const { now } = this;
    const { machine } = this.#reading;
    // An advance sees for itself when to end.
    if (this.#surroundings.memory?.isFull !== true || this.time.isHeld) return now;
    if (machine.nextDueAt === null || machine.nextDueAt > now) return now;
    this.time.rest();
    return machine.world.at;
  }

  /**
   * Runs `work` in one synchronous block, after everything due by now was done. `assertAtWork` is asked in that very
   * block: a moment earlier another request may still be about to stop the world. So is `durable`: later there may be
   * another log, which knows nothing of this work.
   */
  async perform<T>(work: (transaction: Transaction) => T, assertAtWork: () => void): Promise<Done<T>> {
    for (;;) {
      await this.reloading;
      const done = this.performAtOnce(work, assertAtWork);
      if (done !== null) return done;
      await nextTurn();
    }
  }

  /** The same, or null while the world is being read again, or has more to do first than others should wait for. */
  performAtOnce<T>(work: (transaction: Transaction) => T, assertAtWork: () => void): Done<T> | null {
    if (this.reloading !== undefined) return null;
    assertAtWork();
    const at = this.timeOfWork();
    if (this.fireSlice(() => at)) return null;
    return { result: this.guarded(() => work(this.transaction(at))), durable: this.#reading.log.whenDurable() };
  }

  transaction(at: Instant): Transaction {
    const { machine, chronicle } = this.#reading;
    return new Transaction(machine, chronicle, at);
  }

  /** Does a slice of what is due by `limit`; true when there may be more. */
  fireSlice(limit: () => Instant): boolean {
    const { machine } = this.#reading;
    if (machine.nextDueAt === null || machine.nextDueAt > limit()) return false;
    return this.guarded(() => {
      this.#firing = true;
      return workSlice(machine, limit);
    });
  }

  /** Makes it a fact that the world has come to `at`. */
  reach(at: Instant): void {
    const { machine } = this.#reading;
    if (at > machine.world.at) this.guarded(() => machine.run({ type: "reach-time" }, at));
  }

  /** Runs something that may change the world. A world that turns out impossible stops; the process goes on. */
  guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof BrokenWorld) this.#stop("this world has stopped: what happened in it is impossible", error);
      this.condition.assertRunning();
      throw error;
    } finally {
      this.#firing = false;
      this.#startAttempts();
      this.arm();
    }
  }

  /** The history goes on from another world, in the place of the present one. What is under way is abandoned. */
  goOnFrom(replayed: Replayed): void {
    const { machine, chronicle, log, dispatcher } = this.#reading;
    dispatcher.abandon();
    this.#reading = this.#newReading({ ...replayed, chronicle, position: machine.position }, log);
    this.#recovery.reset();
    this.condition.goOn();
  }

  /** What the keeper has is the truth. */
  async readAgain(): Promise<void> {
    const replayed = await this.keeping.replay();
    this.#reading = this.#newReading(replayed, this.#newLog(replayed.position));
    this.time.restart(replayed.clock);
  }

  /** Does nothing more by itself: the world is about to end. */
  rest(): void {
    this.time.stop();
    this.#recovery.end();
  }

  /** Sees to it that the world is woken when something falls due. */
  arm(): void {
    this.time.wakeAt(this.condition.isOver ? null : this.#reading.wakesAt);
  }

  #wake(): void {
    // Whatever goes wrong here was already told to `onTrouble`, and whoever asks next is told again.
    this.perform(
      () => undefined,
      () => this.condition.assertOpen(),
    ).then(
      ({ durable }) => durable?.catch(() => undefined),
      () => undefined,
    );
  }

  #commit(step: Step): void {
    const { first, at, events, beside } = step;
    const { machine, chronicle, log } = this.#reading;
    const commit = { first, at, events, wall: { ...beside, at: this.time.note(machine.world) } };
    note(chronicle, commit);
    log.append(commit);
    const { worldId } = this;
    const { mailer } = this.#surroundings;
    if (mailer !== undefined) mailCodes(commit, { worldId, seed: machine.world.seed, mailer, log });
    if (this.#firing) this.onFired?.(step);
  }

  /** Begins the attempts that are due now; an advance that holds the clock begins them itself. */
  #startAttempts(): void {
    const { dispatcher } = this.#reading;
    if (dispatcher.nextAttemptAt === null || this.condition.isOver || this.time.isHeld) return;
    dispatcher.start(this.now);
  }

  /** Writes down how attempts have ended. Those of a reading that was thrown away were never begun. */
  async #record(reading: Reading, ended: readonly EndedAttempt[]): Promise<void> {
    const { result: recorded, durable } = await this.perform(
      (transaction) => {
        if (reading !== this.#reading) return [];
        this.#firing = true;
        return ended.map((one) => {
          const attempt = recordAttempt(transaction, this.worldId, one);
          reading.dispatcher.hasEnded(one.command.deliveryId);
          return attempt;
        });
      },
      () => this.condition.assertRunning(),
    );
    await durable;
    for (const attempt of recorded) if (attempt !== null) this.#surroundings.onAttempt?.(attempt);
  }

  #newReading(replayed: Replayed, log: CommitLog): Reading {
    const reading: Reading = new Reading(replayed, log, this.#surroundings, {
      worldId: this.worldId,
      onStep: (step) => this.#commit(step),
      record: (ended) => this.#record(reading, ended),
    });
    return reading;
  }

  #newLog(durable: Position): CommitLog {
    const log: CommitLog = this.keeping.newLog(durable, (error) => {
      if (log === this.#reading.log && this.reloading === undefined) this.#reload(error);
    });
    return log;
  }

  #durablePresent() {
    const { machine, chronicle, log } = this.#reading;
    if (this.condition.isInTrouble || log.whenDurable() !== undefined) return null;
    return { world: machine.world, position: machine.position, clock: this.time.clock, chronicle };
  }

  /** After a failed write. */
  #reload(cause: unknown): void {
    this.#surroundings.onTrouble(this.worldId, cause);
    this.onFired = undefined;
    // What is under way will be due again; its results would count for nothing.
    this.#reading.dispatcher.abandon();
    this.#recovery.begin();
  }

  #recover(): void {
    this.condition.goOn();
    this.#surroundings.onRecovery?.(this.worldId);
  }

  #stop(message: string, cause: unknown): void {
    const trouble = new Unavailable(message, { cause });
    this.condition.stop(trouble);
    this.#surroundings.onTrouble(this.worldId, trouble);
    this.keeping.growth.tell();
  }
}
