import { setImmediate as nextTurn } from "node:timers/promises";
import type { DeliveriesAfterRewind } from "../../domain/event.ts";
import { faultOfCall } from "../../domain/fault.ts";
import type { Instant } from "../../domain/instant.ts";
import { type Commit, Conflict, type Position, type WorldEntry, type WorldId } from "../../store/world-store.ts";
import { nextEpoch } from "../history/chronicle.ts";
import type { Past, Place } from "../history/past.ts";
import type { Replayed } from "../history/replayed.ts";
import { unreadable, unwritten } from "../unavailable.ts";
import type { Step } from "./machine.ts";
import type { Moment, Transaction } from "./moment.ts";
import { Rounds, Unsettled } from "./rounds.ts";
import type { Surroundings } from "./surroundings.ts";
import { WorldWriter } from "./world-writer.ts";

const conflictRetries = 3;

/**
 * One world at work, for all who want something of it. No answer leaves before everything that it could have seen is
 * durable.
 */
export class LiveWorld {
  readonly #writer: WorldWriter;
  readonly #assertOpen = () => this.#writer.condition.assertOpen();
  #rounds = new Rounds();

  constructor(entry: WorldEntry, replayed: Replayed, surroundings: Surroundings) {
    this.#writer = new WorldWriter(entry, replayed, surroundings);
  }

  get worldId(): WorldId {
    return this.#writer.worldId;
  }

  get seed(): string {
    return this.#writer.reading.machine.world.seed;
  }

  /** What its keeper has of it. */
  get past(): Past {
    return this.#writer.keeping.past;
  }

  /**
   * The world's time and position as far as this process knows. They may be ahead of what is durable and are there even
   * when the world has stopped: for logs and lists.
   */
  get known(): { readonly at: Instant; readonly position: Position } {
    return { at: this.#writer.now, position: this.#writer.reading.machine.position };
  }

  /** Whether a fault may strike a call of this operation: a glance, so that calls that none strikes are not kept waiting. */
  mayBeStruck(operationId: string): boolean {
    const { reading, reloading } = this.#writer;
    return reloading !== undefined || faultOfCall(reading.machine.world.faults, operationId) !== null;
  }

  /**
   * Runs `work` in one synchronous block, after everything due by now was done, and answers with its result once all
   * that it could have seen is durable. Throws `Unavailable`. After a conflict `work` runs again on the new state.
   */
  async transact<T>(work: (transaction: Transaction) => T): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      await this.#writer.reloading;
      // Most find nothing more that they would have to wait for.
      const atOnce = this.#writer.performAtOnce(work, this.#assertOpen);
      const { result, durable } = atOnce ?? (await this.#writer.perform(work, this.#assertOpen));
      try {
        if (durable !== undefined) await durable;
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
    this.#writer.time.hold(at);
    this.#writer.onFired = onFired;
    this.#rounds = new Rounds();
    this.#writer.arm();
  }

  releaseClock(): void {
    this.#writer.time.release(this.#writer.reading.machine.world);
    this.#writer.onFired = undefined;
    this.#writer.arm();
  }

  /** Throws `ClockBusy` while somebody holds the clock. */
  assertClockFree(): void {
    this.#writer.time.assertFree();
  }

  get isRunning(): boolean {
    return this.#writer.reading.machine.world.clock.mode === "running";
  }

  /** Writes down what time it is by the machine's clock, which was set, so that a restart goes on from here. */
  async tieClock(): Promise<void> {
    await this.transact((transaction) => transaction.run({ type: "reach-time" }));
    this.#writer.time.tied();
  }

  /** The attempts under way, to be waited for, or null when there are none. */
  attemptsUnderWay(): Promise<void> | null {
    const { dispatcher } = this.#writer.reading;
    return dispatcher.isIdle ? null : dispatcher.settled();
  }

  /**
   * With the clock held: does some of what is due by `until`, attempts to deliver included, each instant to its end
   * before the next. Answers, when it is durable, with null while there may be more to do; other worlds get their turn in
   * between. In the block in which all is done it writes down that `until` was reached, so that nothing new can fall due
   * before it, and answers with that place. When `mayGoOn` no longer says so, it finishes the instant that it has come to
   * and answers with the place there: nothing is left that is due by then. Throws `Unsettled` when an instant has no end.
   */
  async workTowards(until: Instant, mayGoOn: () => boolean): Promise<Place | null> {
    const writer = this.#writer;
    await writer.reloading;
    writer.condition.assertOpen();
    // What the advance has counted so far went with the state that was thrown away.
    if (writer.onFired === undefined) throw unwritten("the world was read again while its clock was advanced");
    const { machine, dispatcher, log } = writer.reading;
    // What is overdue is made now: never at a time that the world has already left behind.
    const { now } = writer;
    const isLeft = () => (writer.reading.wakesAt ?? Number.POSITIVE_INFINITY) <= until;
    const end = () => (mayGoOn() || !isLeft() ? until : writer.now);
    const limit = () => Math.min(end(), Math.max(now, dispatcher.nextAttemptAt ?? until));
    const mayBeMore = writer.fireSlice(limit);
    if (!mayBeMore) writer.reach(limit());
    const place = { position: machine.position, at: machine.world.at };
    try {
      const made = !mayBeMore && (await dispatcher.makeWave(place.at, this.#rounds));
      await log.whenDurable();
      if (!mayBeMore && !made) return place;
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
    const writer = this.#writer;
    writer.time.hold(writer.timeOfWork());
    const before = writer.reading;
    try {
      const present = await this.#present();
      return await writer.keeping.archive.exclusively(() => work(present));
    } finally {
      // Where nobody has gone back, no time was lost either.
      if (writer.reading === before) writer.time.letGo();
      else writer.time.release(writer.reading.machine.world);
      writer.arm();
    }
  }

  /**
   * Within `standingStill`: the world goes on from where it was at a place of its history, or, with `fromTheBeginning`,
   * as if nothing had ever happened. What was under way is abandoned. Resolves when that is durable.
   */
  async goBack(to: Place, deliveries: DeliveriesAfterRewind, fromTheBeginning: boolean): Promise<Moment> {
    const writer = this.#writer;
    const before = writer.reading;
    const restored = await writer.keeping.replay(to.position);
    if (restored.position !== to.position) throw unreadable(`nothing is kept of the position ${to.position}`);
    writer.condition.assertNotEnding();
    if (before !== writer.reading || writer.reloading !== undefined)
      throw unwritten("the world was read again meanwhile");
    const { clock, routes, faults, settings } = before.machine.world;
    const survives = { clock, routes, faults, webhookUrls: settings.webhookUrls };
    const epoch = fromTheBeginning ? restored.world.epoch : nextEpoch(before.chronicle, to.position);
    writer.goOnFrom(restored);
    writer.time.goBack(to.at);
    const moment = writer.guarded(() => {
      const transaction = writer.transaction(to.at);
      transaction.run({ type: "rewind-world", to: to.position, epoch, deliveries, ...survives });
      return momentOf(transaction);
    });
    await writer.reading.log.whenDurable()?.catch((error: unknown) => {
      throw unwritten(error);
    });
    return moment;
  }

  /** Resolves when more of the history is durable, the world has ended, or the signal is aborted. */
  nextGrowth(signal: AbortSignal): Promise<void> {
    return this.#writer.condition.isOver ? Promise.resolve() : this.#writer.keeping.growth.next(signal);
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
    const { condition, keeping } = this.#writer;
    condition.beginToEnd(reason);
    this.#writer.rest();
    if (attempts === "abandoned") {
      condition.end();
      this.#writer.reading.dispatcher.abandon();
    }
    await this.#writer.reading.dispatcher.settled();
    condition.end();
    await this.#writer.reading.log.whenDurable()?.catch(() => undefined);
    await this.#writer.reloading;
    await keeping.archive.close(attempts === "awaited");
    keeping.growth.tell();
  }

  /** Where the world stands when all that is due has been done; one that has stopped, as its keeper has it. */
  async #present(): Promise<Moment> {
    const writer = this.#writer;
    if (!writer.condition.isInTrouble) return this.transact(momentOf);
    writer.condition.assertNotEnding();
    // What is still on its way to the keeper belongs to the history that is read.
    await writer.reading.log.whenDurable()?.catch(() => undefined);
    await writer.reloading;
    await writer.readAgain();
    return momentOf(writer.transaction(writer.now));
  }
}

/** A moment that stays as it is when the world goes on, but for the world itself. */
function momentOf({ world, at, position, chronicle }: Moment): Moment {
  return { world, at, position, chronicle };
}
