import { faultsOfCall } from "../../domain/fault.ts";
import type { Instant } from "../../domain/instant.ts";
import { openCodes } from "../../domain/open-codes.ts";
import type { Commit, Position, RestingWorld, WorldEntry, WorldId } from "../../store/world-store.ts";
import type { Replayed } from "../history/chronicle.ts";
import type { PlaceRejection } from "../history/find-place.ts";
import type { Past } from "../history/past.ts";
import { restOf } from "../history/world-rest.ts";
import { Unavailable, unwritten } from "../unavailable.ts";
import { admissions, type Done } from "./admission.ts";
import { ClockAdvance } from "./clock-advance.ts";
import type { WorldDependencies } from "./dependencies.ts";
import { goBack, type Rewound, type WayBack, type WorldMovedOn } from "./go-back.ts";
import { assertRoom, type Memory } from "./memory.ts";
import { type Moment, momentOf, Transaction } from "./moment.ts";
import { goOnWith, type Soon } from "./soon.ts";
import { WorldWriter } from "./world-writer.ts";

/** What happens by itself within this time keeps a world in memory. */
const SOON_MS = 10 * 60_000;

/** About what a world takes in memory, and each of its charges, withdrawals and deliveries. */
const BASE_BYTES = 50_000;
const ITEM_BYTES = 1_000;

/** A world at work, for the rest of the program. It responds only after all that the response depends on is durable. */
export class LiveWorld {
  readonly worldId: WorldId;
  readonly name: string | null;
  /** The history as the store has it. */
  readonly past: Past;
  readonly #writer: WorldWriter;
  readonly #memory: Memory | undefined;

  constructor(entry: WorldEntry, replayed: Replayed, dependencies: WorldDependencies) {
    this.worldId = entry.worldId;
    this.name = entry.name ?? null;
    this.#writer = new WorldWriter(entry, replayed, dependencies);
    this.past = this.#writer.history.past;
    this.#memory = dependencies.memory;
  }

  get seed(): string {
    return this.#writer.loaded.machine.world.seed;
  }

  /** The time and position in memory, for logs and lists. They may be ahead of what is durable. */
  get known(): { readonly at: Instant; readonly position: Position } {
    return { at: this.#writer.now, position: this.#writer.loaded.machine.position };
  }

  /** The codes of open withdrawals, as far as this process knows. */
  get openCodes(): readonly string[] {
    return openCodes(this.#writer.loaded.machine.world);
  }

  /** Returns whether a fault may apply to a call of this operation: quickly, so that other calls need not wait. */
  mightHaveFault(operationId: string): boolean {
    const { loaded, reloading } = this.#writer;
    return reloading !== undefined || faultsOfCall(loaded.machine.world.faults, operationId).length > 0;
  }

  /**
   * Runs `work` in one synchronous block, after everything due by now. Its result is there once everything it could have seen
   * is durable, at once if nothing has to be waited for. Throws `Unavailable`.
   */
  transact<T>(work: (transaction: Transaction) => T): Soon<T> {
    const failed = (error: unknown) => {
      throw unwritten(error);
    };
    const ended = ({ result, durable }: Done<T>) =>
      durable === undefined ? result : durable.then(() => result, failed);
    try {
      return goOnWith(
        this.#writer.admit(admissions.request, (loaded, at) => work(new Transaction(loaded, at))),
        ended,
      );
    } catch (error) {
      return Promise.reject(error);
    }
  }

  /** Runs work that sets the clock. Throws `ClockBusy` while the clock is paused. */
  setClock<T>(work: (transaction: Transaction) => T): Soon<T> {
    return this.transact((transaction) => {
      this.#writer.time.assertFree();
      return work(transaction);
    });
  }

  /** Returns an advance that has not begun. */
  advance(): ClockAdvance {
    return new ClockAdvance(this.#writer);
  }

  /** Whether no request waits for the world, nothing is under way in it, and nothing happens in it by itself soon. */
  get isIdle(): boolean {
    const { loaded, time, history, condition } = this.#writer;
    if (condition.isInTrouble || time.isPaused || time.wakesWithin(SOON_MS)) return false;
    return loaded.dispatcher.isIdle && loaded.log.whenDurable() === undefined && !history.growth.isAwaited;
  }

  /**
   * Records the machine's time after its clock was set, so that a restart continues from here. Returns whether the world's
   * clock runs; nothing is recorded for one that does not.
   */
  tieClock(): boolean {
    const { loaded, time } = this.#writer;
    if (loaded.machine.world.clock.mode !== "running") return false;
    // A world that cannot write this down reports why.
    Promise.resolve(this.transact((transaction) => transaction.run({ type: "reach-time" }))).then(
      () => time.tied(),
      () => undefined,
    );
    return true;
  }

  /** Returns a promise that resolves when the attempts under way have ended, or null if there are none. */
  attemptsUnderWay(): Promise<void> | null {
    const { dispatcher } = this.#writer.loaded;
    return dispatcher.isIdle ? null : dispatcher.settled();
  }

  /** Takes the world back to a place of its history. Throws `ClockBusy` and `Unavailable`. */
  goBack(way: WayBack): Promise<Rewound | PlaceRejection | WorldMovedOn> {
    return goBack(this.#writer, async () => this.transact(momentOf), way);
  }

  /**
   * Returns the world as it was at a place of its history, and changes nothing. Throws `Unavailable`, also if memory is or
   * becomes full: the copy takes as much as the world.
   */
  async lookAt(find: WayBack["find"]): Promise<Pick<Moment, "world" | "at" | "position"> | PlaceRejection> {
    const { history } = this.#writer;
    const present = await this.transact(momentOf);
    // While this runs, nothing is forgotten, and no other replay of this world begins.
    return history.archive.exclusively(async () => {
      const place = await find(present);
      if ("type" in place) return place;
      const assertThereIsRoom = () => assertRoom(this.#memory);
      assertThereIsRoom();
      const { world, position } = await history.replay(place.position, assertThereIsRoom);
      return { world, position, at: place.at };
    });
  }

  /** Returns how the world would rest now; null if its store does not have all of it. */
  get resting(): RestingWorld | null {
    const { condition, loaded, time } = this.#writer;
    const { machine, log, chronicle, dispatcher } = loaded;
    if (condition.isInTrouble || log.durable !== machine.position) return null;
    const rest = restOf({ clock: time.clock, world: machine.world, chronicle });
    // An attempt that has begun is due again where nothing is known of it.
    const wakesAt = dispatcher.isUnrecorded ? 0 : rest.wakesAt;
    return { ...rest, position: log.durable, wakesAt };
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

  /** Resolves when the world has ended, or the signal is aborted. */
  async whenOver(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.#writer.condition.isOver) await this.nextGrowth(signal);
  }

  /** Returns the stored history after a position. First does everything due by now and makes it durable. */
  async *history(after: Position = 0): AsyncIterable<Commit> {
    yield* this.past.read(after, await this.transact(({ position }) => position));
  }

  /** Ends the world here and now, without a word to its store: it is deleted, or another process may have it. */
  lose(reason: Unavailable): void {
    this.#writer.lose(reason);
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
