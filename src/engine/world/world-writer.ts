import { setTimeout as delay } from "node:timers/promises";
import type { Instant } from "../../domain/instant.ts";
import { BrokenWorld } from "../../domain/invariants.ts";
import { nextSlice } from "../../slices/step-by-step.ts";
import type { Beside, Commit, Rest, Turn, Wall, WorldEntry } from "../../store/world-store.ts";
import type { ArchiveContext, HistoryLook } from "../history/archive.ts";
import { branchOf, note, type Replayed } from "../history/chronicle.ts";
import { clockAfterCommit } from "../history/replay.ts";
import { restOf } from "../history/world-rest.ts";
import { Unavailable, WorldDeleted } from "../unavailable.ts";
import { type Admission, admissions, type Done } from "./admission.ts";
import type { EndedAttempt } from "./begun-attempt.ts";
import { Claims } from "./claims.ts";
import { ClockPauses, type PauseHost } from "./clock-pauses.ts";
import { mailCodes } from "./code-mail.ts";
import { Condition } from "./condition.ts";
import type { WorldDependencies } from "./dependencies.ts";
import type { Dispatcher } from "./dispatcher.ts";
import { type GlanceHost, Glances } from "./glances.ts";
import type { HistoryLog } from "./history-log.ts";
import { LoadedWorld } from "./loaded-world.ts";
import { nothingBeside, type Step } from "./machine.ts";
import { type RecordedAttempt, recordAttempts } from "./recorded-attempt.ts";
import { Recovery } from "./recovery.ts";
import type { AttemptRounds } from "./rounds.ts";
import { StoredHistory } from "./stored-history.ts";
import { Timekeeper } from "./timekeeper.ts";
import { TurnLog } from "./turn-log.ts";
import { type TurnHost, TurnQueue } from "./turn-queue.ts";

const MAX_TRIES_TO_RECORD = 3;

/** How long others wait before they look after a world whose clock a process has paused. */
const ABSENCE_MS = 10_000;

/** How often an advance looks whether the attempts of other processes have ended. */
const OTHERS_MS = 50;

/** An advance under way. */
export interface AdvanceUnderWay {
  /** Is called with each step that happens by itself, including those caused by requests in between. */
  readonly onFired: (step: Step) => void;
  readonly rounds: AttemptRounds;
}

/**
 * The single writer of a world's history. All work on the world goes through `admit`. The state in memory runs ahead of
 * the store. After a failed write the writer throws the state away and reads the world again until that works. A world
 * that turns out impossible stops.
 */
export class WorldWriter {
  readonly history: StoredHistory;
  readonly time: Timekeeper;
  readonly condition = new Condition();
  readonly pauses: ClockPauses;
  /** Undefined if this process is the only writer. */
  readonly glances: Glances | undefined;
  /** Undefined if the clock is not being advanced, or if the world was read again since the advance began. */
  advance: AdvanceUnderWay | undefined;
  readonly #entry: WorldEntry;
  readonly #dependencies: WorldDependencies;
  #loaded: LoadedWorld;
  /** Undefined if this process is the only writer. */
  readonly #queue: TurnQueue | undefined;
  readonly #claims: Claims | undefined;
  #lastWall: Wall | undefined;
  /** How much work is about to be admitted. */
  #entering = 0;
  #isGone = false;
  readonly #recovery = new Recovery({
    read: () => this.readAgain(),
    isGoingBack: () => this.time.isPausedHere,
    stop: (message, cause) => this.#stop(message, cause),
    goOn: () => this.#recover(),
    tried: () => this.#setTimer(),
  });

  constructor(entry: WorldEntry, replayed: Replayed, dependencies: WorldDependencies) {
    this.#entry = entry;
    this.#dependencies = dependencies;
    const { wallClock, steadyClock, store } = dependencies;
    const awaitTurn = () => this.#turnLog().awaitTurn();
    this.#claims = store.turns && new Claims(store.turns, entry.worldId, awaitTurn);
    this.history = new StoredHistory(entry, dependencies, replayed, (look) => this.#look(look), this.#forgetter());
    this.#loaded = this.#load(replayed, this.#newLog(replayed));
    this.time = new Timekeeper(replayed.clock, wallClock, () => this.#wake(), steadyClock);
    this.pauses = new ClockPauses(this.#pauseHost());
    this.#queue = store.turns && new TurnQueue(store.turns, entry.worldId, this.#turnHost());
    this.glances = store.turns && new Glances(store.turns, entry.worldId, this.#glanceHost());
    this.#setTimer();
  }

  /** For reads that need not be exact. All other access happens in admitted work. */
  get loaded(): LoadedWorld {
    return this.#loaded;
  }

  /** Whether another process has deleted the world. */
  get isGone(): boolean {
    return this.#isGone;
  }

  /** Whether other processes write to this world, too. */
  get isShared(): boolean {
    return this.#queue !== undefined;
  }

  /** The attempt to read the world again that is under way, if any. It never rejects. */
  get reloading(): Promise<void> | undefined {
    return this.#recovery.underWay;
  }

  get now(): Instant {
    return this.time.now(this.#loaded.machine.world);
  }

  /** Resolves when no other process makes attempts of this world; null if none does by the last turn. */
  othersAttempts(): Promise<void> | null {
    const claims = this.#claims;
    if (claims === undefined || claims.othersEndAt === null) return null;
    return (async () => {
      while (claims.othersEndAt !== null) {
        await delay(OTHERS_MS);
        await this.admit(admissions.advance, () => undefined);
      }
    })();
  }

  /** Returns the present. If memory is full and something is overdue: the last event's time, so nothing more happens. */
  timeOfWork(): Instant {
    const { now } = this;
    // An advance decides for itself when to end.
    if (this.#dependencies.memory?.isFull !== true || this.time.isPaused || !this.#loaded.isDue(now)) return now;
    this.time.rest();
    return this.#loaded.machine.world.at;
  }

  /**
   * Admits work to the world: every request, everything that happens by itself, every look that has to be exact. The work
   * is one synchronous block, whose conditions are checked in that very block: a moment earlier another request may still
   * be about to stop the world. `durable` is of that block, too: later there may be another log. If several processes
   * share the store, the work waits for the next turn; otherwise it is admitted at once.
   */
  async admit<T>(admission: Admission, work: (loaded: LoadedWorld, at: Instant) => T): Promise<Done<T>> {
    if (this.#queue !== undefined) return this.#queue.add(admission, () => this.#perform(admission, work));
    for (;;) {
      if (admission.waitsForReload) {
        this.#entering += 1;
        do await this.reloading;
        while (this.reloading !== undefined);
        this.#entering -= 1;
      }
      const done = this.#perform(admission, work);
      if (done !== null) return done;
      await nextSlice();
    }
  }

  /**
   * Does the same at once; null if the work must wait, also for what came before. Not for a world that several processes
   * share.
   */
  admitNow<T>(admission: Admission, work: (loaded: LoadedWorld, at: Instant) => T): Done<T> | null {
    return this.#entering > 0 || this.reloading !== undefined ? null : this.#perform(admission, work);
  }

  /** Does what is due and then the work, in one synchronous block. Returns null if more may be due before the work. */
  #perform<T>(admission: Admission, work: (loaded: LoadedWorld, at: Instant) => T): Done<T> | null {
    admission.assertAdmitted(this.condition);
    // Who has paused the clock does what is due.
    const doesDue = admission.doesDue && this.time.pausedElsewhereUntil === null;
    const at = doesDue ? this.timeOfWork() : this.now;
    const mayBeMore = doesDue && this.#loaded.isDue(at) && this.#work(true, () => this.#loaded.fireSlice(() => at));
    if (mayBeMore) return null;
    const result = this.#work(doesDue, () => work(this.#loaded, at));
    return { result, durable: this.#loaded.log.whenDurable() };
  }

  #pauseHost(): PauseHost {
    const writer = this;
    return {
      time: this.time,
      claims: this.#claims,
      get now() {
        return writer.now;
      },
      admit: (admission, work) => this.admit(admission, work),
    };
  }

  #glanceHost(): GlanceHost {
    const writer = this;
    return {
      get loaded() {
        return writer.loaded;
      },
      get log() {
        return writer.#turnLog();
      },
      time: this.time,
      condition: this.condition,
      get reloading() {
        return writer.reloading;
      },
      apply: (tail) => this.#apply(tail),
      takeTurn: () => this.admit(admissions.advance, () => undefined),
    };
  }

  #turnHost(): TurnHost {
    const writer = this;
    return {
      get log() {
        return writer.#turnLog();
      },
      get reloading() {
        return writer.reloading;
      },
      assertAdmitted: ({ assertAdmitted }) => assertAdmitted(this.condition),
      follow: (turn) => this.#follow(turn),
      drainClaims: () => this.#claims?.drain() ?? null,
      rest: () => this.#rest(),
      readOn: async () => (await this.glances?.readOn()) === true,
      reload: (cause) => this.#reload(cause),
      gone: () => {
        this.#isGone = true;
        this.condition.beginToEnd(new WorldDeleted());
        this.condition.end();
        this.#loaded.dispatcher.abandon();
        this.rest();
        this.history.growth.tell();
      },
    };
  }

  /** While this process has paused the clock, nobody else wakes the world, unless this process is gone by then. */
  #rest(): Rest {
    const rest = restOf(this.time.clock, this.#loaded.machine.world);
    if (!this.time.isPausedHere || rest.wakesAt === null) return rest;
    // Rounded, so that not every turn writes another time.
    const soon = Math.ceil(this.#dependencies.wallClock() / ABSENCE_MS + 1) * ABSENCE_MS;
    return { ...rest, wakesAt: Math.max(soon, rest.wakesAt) };
  }

  /** Applies what other processes have appended since the last turn. */
  #follow({ tail, claimed, pause }: Turn): void {
    this.#claims?.follow(claimed);
    const isMine = pause?.isMine === true;
    this.pauses.follow(isMine ? null : pause, isMine);
    this.#loaded.dispatcher.followClaims();
    this.#apply(tail);
    this.#setTimer();
  }

  #apply(tail: readonly Commit[]): void {
    const loaded = this.#loaded;
    for (const commit of tail) {
      loaded.follow(commit);
      this.time.follow((clock) => clockAfterCommit(clock, loaded.machine.world.clock, commit));
    }
    if (tail.length > 0) this.#setTimer();
  }

  #turnLog(): TurnLog {
    const { log } = this.#loaded;
    if (log instanceof TurnLog) return log;
    throw new Error("a world that several processes share was loaded without the end of its history");
  }

  /** Replaces the present world by another one and continues its history; only in admitted work. */
  goOnFrom(replayed: Replayed): void {
    const { machine, chronicle, log, dispatcher } = this.#loaded;
    dispatcher.abandon();
    this.#claims?.takeAll();
    this.#loaded = this.#load({ world: replayed.world, chronicle, position: machine.position }, log);
    this.#recovery.reset();
    this.condition.goOn();
  }

  /** Loads what the store has. */
  async readAgain(): Promise<void> {
    const replayed = await this.history.replay();
    const before = this.#loaded;
    // What this process has claimed stays under way if the world has not gone back meanwhile.
    const goesOn = this.isShared && branchOf(before.chronicle) === branchOf(replayed.chronicle);
    if (!goesOn) before.dispatcher.abandon();
    this.#loaded = this.#load(replayed, this.#newLog(replayed), goesOn ? before.dispatcher : undefined);
    this.time.restart(replayed.clock);
    if (this.isShared) this.history.growth.tell();
  }

  /** Stops the timers: the world is about to end. */
  rest(): void {
    this.time.stop();
    this.#recovery.end();
    this.#claims?.beginToEnd();
  }

  /** Runs a piece of work. If the result is impossible, only this world stops; the process continues. */
  #work<T>(doesDue: boolean, work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof BrokenWorld) {
        this.#stop("this world has stopped: what happened in it is impossible", error);
        this.condition.assertRunning();
      }
      throw error;
    } finally {
      this.#loaded.log.flush();
      this.#settle(doesDue);
    }
  }

  /** Runs after each piece of work: starts the attempts that are due, if `doesDue`, and sets the timer. */
  #settle(doesDue: boolean): void {
    const { dispatcher } = this.#loaded;
    // An advance starts attempts itself.
    const begins = doesDue && !this.condition.isOver && !this.time.isPaused;
    if (begins && dispatcher.nextAttemptAt !== null) dispatcher.start(this.now);
    this.#setTimer();
  }

  #setTimer(): void {
    const isOver = this.condition.isOver;
    this.time.wakeAt(isOver ? null : this.#loaded.wakesAt, isOver ? null : (this.#claims?.othersEndAt ?? null));
  }

  #wake(): void {
    // The error was already reported to `onTrouble`, and the next caller gets it again.
    this.admit(admissions.request, () => undefined).then(
      ({ durable }) => durable?.catch(() => undefined),
      () => undefined,
    );
  }

  /** Undefined if this process is the only writer. */
  #forgetter(): ArchiveContext["forget"] {
    const claims = this.#claims;
    return (
      claims &&
      (async (upTo, choose) => {
        const { durable } = await this.admit(admissions.advance, (loaded) => {
          // Another process may be going back to a place that would be forgotten.
          this.time.assertFree();
          claims.forget(upTo, choose(this.#present(loaded)));
        });
        await durable;
      })
    );
  }

  #present({ machine: { world, position }, chronicle, log }: LoadedWorld): HistoryLook {
    const whenDurable = log.whenDurable();
    const isWhole = whenDurable === undefined && !this.condition.isInTrouble;
    return { world, position, chronicle, clock: this.time.clock, durable: log.durable, isWhole, whenDurable };
  }

  async #look<T>(look: (present: HistoryLook) => T): Promise<T> {
    return (await this.admit(admissions.upkeep, (loaded) => look(this.#present(loaded)))).result;
  }

  #commit(step: Step, isFired: boolean): void {
    const { first, at, events, beside } = step;
    const { machine, chronicle, log } = this.#loaded;
    const commit = { first, at, events, wall: this.#wallOf(beside, this.time.note(machine.world, events)) };
    note(chronicle, commit);
    log.append(commit);
    const { worldId } = this.#entry;
    const { mailer, onCommit } = this.#dependencies;
    const { seed } = machine.world;
    if (mailer !== undefined) mailCodes(commit, { worldId, seed }, mailer, log);
    if (onCommit !== undefined) {
      Promise.resolve(log.whenDurable()).then(
        () => onCommit(worldId, seed, commit),
        () => undefined,
      );
    }
    if (isFired) this.advance?.onFired(step);
  }

  /** Commits of one millisecond share what stands beside them if nothing else does: an advance makes hundreds then. */
  #wallOf(beside: Beside, at: number): Wall {
    if (beside !== nothingBeside) return { ...beside, at };
    if (this.#lastWall?.at !== at) this.#lastWall = { at };
    return this.#lastWall;
  }

  /**
   * Records how attempts ended. Ignores attempts of a state that was discarded. If several processes share the world, the
   * attempts stay claimed when it must be read again, so the results are recorded then.
   */
  async #record(own: Dispatcher, ended: readonly EndedAttempt[]): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      const { result: recorded, durable } = await this.admit(admissions.attemptEnd, (loaded, at) =>
        loaded.dispatcher === own ? recordAttempts(loaded.transaction(at), this.#entry.worldId, ended, own) : [],
      );
      try {
        await durable;
      } catch (error) {
        own.hasNotEnded(ended);
        if (!this.isShared || tries === MAX_TRIES_TO_RECORD) throw error;
        continue;
      }
      this.#tell(recorded);
      return;
    }
  }

  #tell(recorded: readonly RecordedAttempt[]): void {
    for (const attempt of recorded) this.#dependencies.onAttempt?.(attempt);
  }

  #load(
    replayed: Omit<Replayed, "clock" | "snapshotAt">,
    log: HistoryLog,
    dispatcher: Dispatcher | undefined = undefined,
  ): LoadedWorld {
    const loaded: LoadedWorld = new LoadedWorld(replayed, log, this.#dependencies, {
      worldId: this.#entry.worldId,
      onStep: (step, isFired) => this.#commit(step, isFired),
      record: (ended) => this.#record(loaded.dispatcher, ended),
      claims: this.#claims,
      dispatcher,
    });
    return loaded;
  }

  #newLog(replayed: Replayed): HistoryLog {
    const log: HistoryLog = this.history.newLog(replayed, (error) => {
      if (log === this.#loaded.log && this.reloading === undefined) this.#reload(error);
    });
    return log;
  }

  /** Starts to read the world again after a failed write; `cause` is null if others have only written much. */
  #reload(cause: unknown): void {
    if (cause !== null) this.#dependencies.onTrouble(this.#entry.worldId, cause);
    this.advance = undefined;
    // These attempts will be due again, so their results would be ignored.
    if (!this.isShared) this.#loaded.dispatcher.abandon();
    this.#recovery.begin();
  }

  #recover(): void {
    this.condition.goOn();
    this.#dependencies.onRecovery?.(this.#entry.worldId);
  }

  #stop(message: string, cause: unknown): void {
    const trouble = new Unavailable(message, { cause });
    this.condition.stop(trouble);
    this.#dependencies.onTrouble(this.#entry.worldId, trouble);
    this.history.growth.tell();
  }
}
