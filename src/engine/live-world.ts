import { setImmediate as nextTurn } from "node:timers/promises";
import type { Instant } from "../domain/instant.ts";
import { BrokenWorld } from "../domain/invariants.ts";
import type { Wire } from "../domain/notification.ts";
import type { World } from "../domain/world.ts";
import { type Commit, Conflict, type Position, type WorldId, type WorldStore } from "../store/world-store.ts";
import { CommitLog } from "./commit-log.ts";
import { Machine, type Step } from "./machine.ts";
import type { Transaction } from "./moment.ts";
import { type Replayed, replay } from "./replay.ts";
import { Timekeeper } from "./timekeeper.ts";
import { Unavailable } from "./unavailable.ts";
import { workSlice } from "./work-slice.ts";
import type { WallClock } from "./world-clock.ts";

/** What worlds need from outside. */
export interface Surroundings {
  readonly store: WorldStore;
  readonly wire: Wire;
  readonly wallClock: WallClock;
  /** Told when a world has stopped, or has to be read again from its keeper. */
  readonly onTrouble: (worldId: WorldId, error: unknown) => void;
}

const conflictRetries = 3;
const commitsPerTurn = 1_000;

/**
 * One world at work: the single writer of its history. Its state in memory runs ahead of the keeper; no answer leaves
 * before everything that it could have seen is durable. After a failed write the state is thrown away and read again.
 */
export class LiveWorld {
  readonly worldId: WorldId;
  readonly #surroundings: Surroundings;
  readonly #time: Timekeeper;
  #machine: Machine;
  #log: CommitLog;
  /** What the step being made belongs to: see `Transaction.run` and `holdClock`. */
  #keyDigest: string | undefined;
  #firing = false;
  #onFired: ((step: Step) => void) | undefined;
  #reloading: Promise<void> | undefined;
  #stopped: Unavailable | undefined;

  constructor(worldId: WorldId, { world, position, clock }: Replayed, surroundings: Surroundings) {
    this.worldId = worldId;
    this.#surroundings = surroundings;
    this.#machine = this.#newMachine(world, position);
    this.#log = this.#newLog(position);
    this.#time = new Timekeeper(clock, surroundings.wallClock, () => this.#wake());
    this.#arm();
  }

  /**
   * The world's time and position as far as this process knows. They may be ahead of what is durable and are there even
   * when the world has stopped: for logs and lists.
   */
  get known(): { readonly at: Instant; readonly position: Position } {
    return { at: this.#time.now(this.#machine.world), position: this.#machine.position };
  }

  /**
   * Runs `work` in one synchronous block, after everything due by now was done, and answers with its result once all
   * that it could have seen is durable. Throws `Unavailable`. After a conflict `work` runs again on the new state.
   */
  async transact<T>(work: (transaction: Transaction) => T): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const { result, durable } = await this.#perform(work);
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
    this.#onFired = onFired;
    this.#arm();
  }

  releaseClock(): void {
    this.#time.release(this.#machine.world);
    this.#onFired = undefined;
    this.#arm();
  }

  /** Throws `ClockBusy` while an advance holds the clock. */
  assertClockFree(): void {
    this.#time.assertFree();
  }

  /**
   * With the clock held: does some of what is due by `until`. Answers, when it is durable, with null while there may be
   * more to do; other worlds get their turn in between. In the block in which all is done it writes down that `until`
   * was reached, so that nothing new can fall due before it, and answers with the position.
   */
  async workTowards(until: Instant): Promise<Position | null> {
    await this.#reloading;
    this.#assertAtWork();
    // What the advance has counted so far went with the state that was thrown away.
    if (this.#onFired === undefined) throw unwritten("the world was read again while its clock was advanced");
    const mayBeMore = this.#fireSlice(until);
    if (!mayBeMore && until > this.#machine.world.at) {
      this.#guarded(() => this.#machine.run({ type: "reach-time" }, until));
    }
    const { position } = this.#machine;
    try {
      await this.#log.whenDurable();
    } catch (error) {
      throw unwritten(error);
    }
    if (!mayBeMore) return position;
    await nextTurn();
    return null;
  }

  /** The history after a position, as its keeper has it. Everything due by now is done, and durable, first. */
  async *history(after: Position = 0, upTo?: Position): AsyncIterable<Commit> {
    const position = await this.transact((moment) => moment.position);
    const commits = this.#surroundings.store.read(this.worldId, after, Math.min(position, upTo ?? position));
    let read = 0;
    try {
      for await (const commit of commits) {
        yield commit;
        read += 1;
        // A long history is read in turns, too.
        if (read % commitsPerTurn === 0) await nextTurn();
      }
    } catch (cause) {
      throw new Unavailable("the sandbox could not read its store", { cause });
    }
  }

  /** Ends what the world does by itself, refuses what comes later and waits until all before is durable. */
  async close(reason = "the sandbox is shutting down"): Promise<void> {
    this.#stopped ??= new Unavailable(reason);
    this.#time.stop();
    await this.#log.whenDurable()?.catch(() => undefined);
    await this.#reloading;
  }

  /** `durable` is asked for in the same block: later there may be another log, which knows nothing of this work. */
  async #perform<T>(work: (transaction: Transaction) => T): Promise<{ result: T; durable: Promise<void> | undefined }> {
    for (;;) {
      await this.#reloading;
      this.#assertAtWork();
      const at = this.#time.now(this.#machine.world);
      if (this.#fireSlice(at)) {
        await nextTurn();
        continue;
      }
      const result = this.#guarded(() => work(this.#transaction(at)));
      return { result, durable: this.#log.whenDurable() };
    }
  }

  #transaction(at: Instant): Transaction {
    const machine = this.#machine;
    return {
      world: machine.world,
      at,
      get position() {
        return machine.position;
      },
      run: (command, keyDigest) => {
        this.#keyDigest = keyDigest;
        return machine.run(command, at);
      },
    };
  }

  /** Does a slice of what is due by `until`; true when there may be more. */
  #fireSlice(until: Instant): boolean {
    const nextDueAt = this.#machine.nextDueAt;
    if (nextDueAt === null || nextDueAt > until) return false;
    return this.#guarded(() => {
      this.#firing = true;
      return workSlice(this.#machine, until);
    });
  }

  /** Runs something that may change the world. A world that turns out impossible stops; the process goes on. */
  #guarded<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (error instanceof BrokenWorld) this.#stop("this world has stopped: what happened in it is impossible", error);
      throw error instanceof BrokenWorld ? this.#stopped : error;
    } finally {
      this.#firing = false;
      this.#keyDigest = undefined;
      this.#arm();
    }
  }

  #commit(step: Step): void {
    const at = this.#time.note(this.#machine.world);
    const wall = this.#keyDigest === undefined ? { at } : { at, keyDigest: this.#keyDigest };
    this.#log.append({ ...step, wall });
    if (this.#firing) this.#onFired?.(step);
  }

  #arm(): void {
    this.#time.wakeAt(this.#stopped === undefined ? this.#machine.nextDueAt : null);
  }

  #wake(): void {
    // Whatever goes wrong here was already told to `onTrouble`, and whoever asks next is told again.
    this.transact(() => undefined).catch(() => undefined);
  }

  /** To be asked in the very block that works: a moment earlier another request may still be about to stop the world. */
  #assertAtWork(): void {
    if (this.#stopped !== undefined) throw this.#stopped;
  }

  #newMachine(world: World, position: Position): Machine {
    return new Machine(world, position, this.#surroundings.wire, (step) => this.#commit(step));
  }

  #newLog(position: Position): CommitLog {
    const log: CommitLog = new CommitLog(this.#surroundings.store, this.worldId, position, (error) => {
      if (log === this.#log) this.#reloading ??= this.#reload(error);
    });
    return log;
  }

  /** After a failed write: what the keeper has is the truth, so the state begins again from there. */
  async #reload(cause: unknown): Promise<void> {
    this.#surroundings.onTrouble(this.worldId, cause);
    this.#onFired = undefined;
    try {
      const { world, position, clock } = await replay(this.#surroundings.store.read(this.worldId, 0));
      this.#machine = this.#newMachine(world, position);
      this.#log = this.#newLog(position);
      this.#time.restart(clock);
    } catch (error) {
      this.#stop("this world has stopped: it could not be read again after a failed write", error);
    }
    this.#reloading = undefined;
    this.#arm();
  }

  #stop(message: string, cause: unknown): void {
    this.#stopped ??= new Unavailable(message, { cause });
    this.#surroundings.onTrouble(this.worldId, this.#stopped);
  }
}

function unwritten(cause: unknown): Unavailable {
  return new Unavailable("the sandbox could not write to its store; look at what it has kept before you try again", {
    cause,
  });
}
