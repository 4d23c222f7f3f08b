import type { Instant } from "../../domain/instant.ts";
import { BrokenWorld } from "../../domain/invariants.ts";
import { nextSlice } from "../../slices/step-by-step.ts";
import type { WorldEntry } from "../../store/world-store.ts";
import type { HistoryLook } from "../history/archive.ts";
import { note, type Replayed } from "../history/chronicle.ts";
import type { Unavailable } from "../unavailable.ts";
import { type Admission, admissions, type Done } from "./admission.ts";
import type { EndedAttempt } from "./begun-attempt.ts";
import type { CommitLog } from "./commit-log.ts";
import { tellOfCommit } from "./commit-news.ts";
import { Condition } from "./condition.ts";
import type { WorldDependencies } from "./dependencies.ts";
import { Dispatcher } from "./dispatcher.ts";
import { type LoadedWorld, wakesAt } from "./loaded-world.ts";
import { type CommandEvents, Machine, nothingBeside } from "./machine.ts";
import { Transaction } from "./moment.ts";
import { recordAttempts } from "./recorded-attempt.ts";
import { Recovery } from "./recovery.ts";
import type { AdvanceUnderWay } from "./rounds.ts";
import type { Soon } from "./soon.ts";
import { StoredHistory } from "./stored-history.ts";
import { Timekeeper } from "./timekeeper.ts";

/**
 * The single writer of a world's history. All work on the world goes through `admit`. The state in memory runs ahead of
 * the store. After a failed write the writer throws the state away and reads the world again until that works. A world
 * that turns out impossible stops.
 */
export class WorldWriter {
  readonly history: StoredHistory;
  readonly time: Timekeeper;
  readonly condition = new Condition((trouble) => {
    this.#dependencies.onTrouble(this.#entry.worldId, trouble);
    this.history.growth.tell();
  });
  /** Undefined if the clock is not being advanced, or if the world was read again since the advance began. */
  advance: AdvanceUnderWay | undefined;
  readonly #entry: WorldEntry;
  readonly #dependencies: WorldDependencies;
  #loaded: LoadedWorld;
  /** Whether another process may have the world, so that nothing of it is read or written here any more. */
  #isLost = false;
  /** How much work is about to be admitted. */
  #entering = 0;
  readonly #recovery = new Recovery(this.condition, {
    read: () => this.readAgain(),
    isGoingBack: () => this.time.isPaused,
    recovered: () => this.#dependencies.onRecovery?.(this.#entry.worldId),
    tried: () => this.#setTimer(),
  });

  constructor(entry: WorldEntry, replayed: Replayed, dependencies: WorldDependencies) {
    this.#entry = entry;
    this.#dependencies = dependencies;
    this.history = new StoredHistory(entry, dependencies, replayed, (look) => this.#look(look));
    this.#loaded = this.#load(replayed, this.#newLog(replayed));
    const { wallClock, steadyClock } = dependencies;
    this.time = new Timekeeper(replayed.clock, wallClock, () => void this.#wake(), steadyClock);
    this.#setTimer();
  }

  /** For reads that need not be exact. All other access happens in admitted work. */
  get loaded(): LoadedWorld {
    return this.#loaded;
  }

  /** The attempt to read the world again that is under way, if any. It never rejects. */
  get reloading(): Promise<void> | undefined {
    return this.#recovery.underWay;
  }

  get now(): Instant {
    return this.time.now(this.#loaded.machine.world);
  }

  /** Returns the present. If memory is full and something is overdue: the last event's time, so nothing more happens. */
  timeOfWork(): Instant {
    const { now } = this;
    const { machine } = this.#loaded;
    // An advance decides for itself when to end.
    if (this.#dependencies.memory?.isFull !== true || this.time.isPaused || !machine.isDue(now)) return now;
    this.time.rest();
    return machine.world.at;
  }

  /**
   * Admits work to the world: every request, everything that happens by itself, every look that has to be exact. The work
   * is one synchronous block, whose conditions are checked in that very block: a moment earlier another request may still
   * be about to stop the world. `durable` is of that block, too: later there may be another log.
   */
  admit<T>(admission: Admission, work: (loaded: LoadedWorld, at: Instant) => T): Soon<Done<T>> {
    const mustWait = admission.waitsForReload && (this.#entering > 0 || this.reloading !== undefined);
    return (mustWait ? null : this.#perform(admission, work)) ?? this.#admitLater(admission, work);
  }

  /** Waits for what came before, too. */
  async #admitLater<T>(admission: Admission, work: (loaded: LoadedWorld, at: Instant) => T): Promise<Done<T>> {
    for (;;) {
      await nextSlice();
      if (admission.waitsForReload) {
        this.#entering += 1;
        while (this.reloading !== undefined) await this.reloading;
        this.#entering -= 1;
      }
      const done = this.#perform(admission, work);
      if (done !== null) return done;
    }
  }

  /** Does what is due and then the work, in one synchronous block. Returns null if more may be due before the work. */
  #perform<T>(admission: Admission, work: (loaded: LoadedWorld, at: Instant) => T): Done<T> | null {
    admission.assertAdmitted(this.condition);
    if (admission.needsPresent) this.history.assertCurrent();
    const { doesDue } = admission;
    const { machine } = this.#loaded;
    const at = doesDue ? this.timeOfWork() : this.now;
    if (doesDue && machine.isDue(at) && this.#work(admission, () => machine.fireSlice(() => at))) return null;
    const result = this.#work(admission, () => work(this.#loaded, at));
    return { result, durable: this.#loaded.log.whenDurable() };
  }

  /** Replaces the present world by another one and continues its history; only in admitted work. */
  goOnFrom(replayed: Replayed): void {
    const { machine, chronicle, log, dispatcher } = this.#loaded;
    dispatcher.abandon();
    this.#loaded = this.#load({ world: replayed.world, chronicle, position: machine.position }, log);
    this.#recovery.reset();
    this.condition.goOn();
  }

  /** Loads what the store has. */
  async readAgain(): Promise<void> {
    const replayed = await this.history.replay();
    this.#loaded.dispatcher.abandon();
    this.#loaded = this.#load(replayed, this.#newLog(replayed));
    this.time.restart(replayed.clock);
  }

  /** Stops the timers: the world is about to end. */
  rest(): void {
    this.time.stop();
    this.#recovery.end();
  }

  /** Ends the world here and now, without a word to its store: another process may have it. */
  lose(reason: Unavailable): void {
    this.#isLost = true;
    this.condition.beginToEnd(reason);
    this.condition.end();
    this.#loaded.dispatcher.abandon();
    this.rest();
    this.history.growth.tell();
  }

  /**
   * Runs a piece of work, starts the attempts that are due then, if it is admitted on such terms, and sets the timer. If the result is
   * impossible, only this world stops; the process continues.
   */
  #work<T>({ doesDue, needsPresent }: Admission, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof BrokenWorld) {
        this.condition.stop("this world has stopped: what happened in it is impossible", error);
        this.condition.assertRunning();
      }
      throw error;
    } finally {
      const { log, dispatcher } = this.#loaded;
      log.flush();
      // An advance starts attempts itself.
      const begins = doesDue && needsPresent && !this.condition.isOver && !this.time.isPaused;
      if (begins && dispatcher.nextAttemptAt !== null) dispatcher.start(this.now);
      this.#setTimer();
    }
  }

  #setTimer(): void {
    this.time.wakeAt(this.condition.isOver ? null : wakesAt(this.#loaded));
  }

  async #wake(): Promise<void> {
    try {
      await (await this.admit(admissions.request, () => undefined)).durable;
    } catch {
      // The error was already reported to `onTrouble`, and the next caller gets it again. A lease that has run out may go on.
      this.time.rest();
      this.#setTimer();
    }
  }

  async #look<T>(look: (present: HistoryLook) => T): Promise<T> {
    const { result } = await this.admit(admissions.upkeep, ({ machine: { world, position }, chronicle, log }) => {
      const whenDurable = log.whenDurable();
      const isWhole = whenDurable === undefined && !this.condition.isInTrouble;
      return look({ world, position, chronicle, clock: this.time.clock, durable: log.durable, isWhole, whenDurable });
    });
    return result;
  }

  #commit(step: CommandEvents, isFired: boolean): void {
    const { first, at, events, beside } = step;
    const { machine, chronicle, log } = this.#loaded;
    const wall = this.time.note(machine.world);
    const commit = { first, at, events, wall: beside === nothingBeside ? wall : { ...beside, ...wall } };
    note(chronicle, commit);
    log.append(commit);
    tellOfCommit(commit, this.#entry.worldId, machine.world.seed, this.#dependencies, log);
    if (isFired) this.advance?.onFired(step);
  }

  /** Records how attempts ended. Ignores attempts of a state that was discarded. */
  async #record(own: Dispatcher, ended: readonly EndedAttempt[]): Promise<void> {
    const { result: recorded, durable } = await this.admit(admissions.attemptEnd, (loaded, at) =>
      loaded.dispatcher === own ? recordAttempts(new Transaction(loaded, at), this.#entry.worldId, ended, own) : [],
    );
    await durable;
    for (const attempt of recorded) this.#dependencies.onAttempt?.(attempt);
  }

  #load({ world, position, chronicle }: Omit<Replayed, "clock" | "snapshotAt">, log: CommitLog): LoadedWorld {
    const { wire, courier, wallClock } = this.#dependencies;
    const machine = new Machine(world, position, wire, (step, isFired) => this.#commit(step, isFired));
    const dispatcher: Dispatcher = new Dispatcher(machine, {
      worldId: this.#entry.worldId,
      courier,
      wallClock,
      whenDurable: () => log.whenDurable(),
      record: (ended) => this.#record(dispatcher, ended),
    });
    return { machine, chronicle, log, dispatcher };
  }

  #newLog(replayed: Replayed): CommitLog {
    const log: CommitLog = this.history.newLog(replayed, (error) => {
      if (log === this.#loaded.log && this.reloading === undefined && !this.#isLost) this.#reload(error);
    });
    return log;
  }

  /** Starts to read the world again after a failed write. */
  #reload(cause: unknown): void {
    this.#dependencies.onTrouble(this.#entry.worldId, cause);
    this.advance = undefined;
    // These attempts will be due again, so their results would be ignored.
    this.#loaded.dispatcher.abandon();
    this.#recovery.begin();
  }
}
