import { setImmediate as nextSlice } from "node:timers/promises";
import { faultOfCall } from "../../domain/fault.ts";
import type { Instant } from "../../domain/instant.ts";
import { type Commit, Conflict, type Position, type WorldEntry, type WorldId } from "../../store/world-store.ts";
import type { Replayed } from "../history/chronicle.ts";
import type { PlaceRejection } from "../history/find-place.ts";
import type { Past, Place } from "../history/past.ts";
import { unwritten } from "../unavailable.ts";
import { admissions } from "./admission.ts";
import type { WorldDependencies } from "./dependencies.ts";
import { goBack, type Rewound, type WayBack } from "./go-back.ts";
import type { LoadedWorld } from "./loaded-world.ts";
import type { Step } from "./machine.ts";
import { momentOf, type Transaction } from "./moment.ts";
import { AttemptRounds } from "./rounds.ts";
import { WorldWriter } from "./world-writer.ts";

const MAX_TRIES_AFTER_CONFLICT = 3;

/**
 * One world at work, for all who want something of it. No answer leaves before everything that it could have seen is
 * durable.
 */
export class LiveWorld {
  readonly worldId: WorldId;
  readonly #writer: WorldWriter;

  constructor(entry: WorldEntry, replayed: Replayed, dependencies: WorldDependencies) {
    this.worldId = entry.worldId;
    this.#writer = new WorldWriter(entry, replayed, dependencies);
  }

  get seed(): string {
    return this.#writer.loaded.machine.world.seed;
  }

  /** The history as the store has it. */
  get past(): Past {
    return this.#writer.history.past;
  }

  /**
   * The world's time and position as far as this process knows. They may be ahead of what is durable and are there even
   * when the world has stopped: for logs and lists.
   */
  get known(): { readonly at: Instant; readonly position: Position } {
    return { at: this.#writer.now, position: this.#writer.loaded.machine.position };
  }

  /** Whether a fault may apply to a call of this operation: a glance, so that other calls need not wait. */
  mightHaveFault(operationId: string): boolean {
    const { loaded, reloading } = this.#writer;
    return reloading !== undefined || faultOfCall(loaded.machine.world.faults, operationId) !== null;
  }

  /**
   * Runs `work` in one synchronous block, after everything due by now was done, and answers with its result once all
   * that it could have seen is durable. Throws `Unavailable`. After a conflict `work` runs again on the new state.
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
   * In a transaction: pauses the clock for an advance. Until `resumeClock` nothing happens in the world by itself, and its
   * time is that of the last fact. Throws `ClockBusy` when the clock is paused already.
   */
  pauseClock(at: Instant): void {
    this.#writer.time.pause(at);
  }

  /** In a transaction, with the clock paused: shows `onFired` what happens by itself until the clock is resumed. */
  beginAdvance(onFired: (step: Step) => void): void {
    this.#writer.advance = { onFired, rounds: new AttemptRounds() };
  }

  /** Time goes on from where the world is. */
  async resumeClock(): Promise<void> {
    const writer = this.#writer;
    await writer.admit(admissions.upkeep, ({ machine }) => {
      writer.advance = undefined;
      writer.time.resume(machine.world);
    });
  }

  /** Throws `ClockBusy` while somebody has paused the clock. */
  assertClockFree(): void {
    this.#writer.time.assertFree();
  }

  get isRunning(): boolean {
    return this.#writer.loaded.machine.world.clock.mode === "running";
  }

  /** Makes the machine's time a fact after its clock was set, so that a restart goes on from here. */
  async tieClock(): Promise<void> {
    await this.transact((transaction) => transaction.run({ type: "reach-time" }));
    this.#writer.time.tied();
  }

  /** Resolves when the attempts under way have ended; null when there are none. */
  attemptsUnderWay(): Promise<void> | null {
    const { dispatcher } = this.#writer.loaded;
    return dispatcher.isIdle ? null : dispatcher.settled();
  }

  /**
   * In an advance: does a slice of what is due by `until`, attempts included, each instant to its end before the next.
   * Resolves, when it is durable, with null while there may be more to do. In the block in which all is done it makes it a
   * fact that `until` was reached, so that nothing new can fall due before it, and resolves with that place. Once
   * `mayGoOn` returns false, it finishes the present instant and resolves with the place there: nothing is left that is
   * due by then. Throws `Unsettled` when an instant has no end.
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
    // What the advance has counted so far went with the state that was thrown away.
    if (advance === undefined) throw unwritten("the world was read again while its clock was advanced");
    const { machine, dispatcher } = loaded;
    const isLeft = () => (loaded.wakesAt ?? Number.POSITIVE_INFINITY) <= until;
    const end = () => (mayGoOn() || !isLeft() ? until : this.#writer.now);
    // What is overdue is done now: never at a time that the world has already left behind.
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

  /** Resolves when more of the history is durable, the world has ended, or the signal is aborted. */
  nextGrowth(signal: AbortSignal): Promise<void> {
    const { condition, history } = this.#writer;
    return condition.isOver ? Promise.resolve() : history.growth.next(signal);
  }

  /** The history after a position, as the store has it. Everything due by now is done, and durable, first. */
  async *history(after: Position = 0, upTo?: Position): AsyncIterable<Commit> {
    const position = await this.transact((moment) => moment.position);
    yield* this.past.read(after, Math.min(position, upTo ?? position));
  }

  /**
   * Ends what the world does by itself, refuses what comes later and waits until all before is durable: also what becomes
   * of the attempts that are under way, unless these are abandoned.
   */
  async close(reason = "the sandbox is shutting down", attempts: "awaited" | "abandoned" = "awaited"): Promise<void> {
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
