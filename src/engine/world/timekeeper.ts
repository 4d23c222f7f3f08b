import type { Instant } from "../../domain/instant.ts";
import type { World } from "../../domain/world.ts";
import { clockAfter, clockTime, type WallClock, type WorldClock, wallTimeOf } from "../history/world-clock.ts";
import { ClockBusy } from "../unavailable.ts";

/** Maximum wait of a Node timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** How long a world does nothing by itself after it was read again, or while memory is full. */
const REST_MS = 1_000;

/** A world's clock. It wakes the world when something falls due. While it is paused, time stands still. */
export class Timekeeper {
  readonly #wallClock: WallClock;
  readonly #steadyClock: WallClock;
  readonly #wake: () => void;
  /** Anchored to the steady clock, so that setting the machine's clock does not change the world's time. */
  #clock: WorldClock;
  /** How far the wall clock was ahead of the steady one when the history last recorded it. */
  #aheadMs: number;
  #pausedAt: Instant | undefined;
  #noted = { at: Number.NaN };
  #restsUntil = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;
  /** The time of the steady clock at which the timer fires. */
  #timerFor: number | null = null;

  /** Clocks that are passed in and out are anchored to the wall clock. `steadyClock` cannot be set. */
  constructor(clock: WorldClock, wallClock: WallClock, wake: () => void, steadyClock = wallClock) {
    this.#wallClock = wallClock;
    this.#steadyClock = steadyClock;
    this.#aheadMs = this.#ahead();
    this.#clock = shifted(clock, -this.#aheadMs);
    this.#wake = wake;
  }

  /** Returns the world's present, never before its last event. */
  now(world: Readonly<World>): Instant {
    return Math.max(world.at, this.#pausedAt ?? clockTime(this.#clock, this.#steadyClock()));
  }

  get clock(): WorldClock {
    return shifted(this.#clock, this.#aheadMs);
  }

  get isPaused(): boolean {
    return this.#pausedAt !== undefined;
  }

  /** Throws `ClockBusy` while the clock is paused. */
  assertFree(): void {
    if (this.isPaused)
      throw new ClockBusy(
        "the clock of this world is being advanced, or the world is going back; try again when that is done",
      );
  }

  /** Pauses the clock at `at` until `resume`. Throws `ClockBusy` if it is already paused. */
  pause(at: Instant): void {
    this.assertFree();
    this.#pausedAt = at;
  }

  /** Undoes the pause, as if the clock had never been paused. */
  undoPause(): void {
    this.#pausedAt = undefined;
  }

  /** Resumes the clock from the world's time, whatever the machine's clock did in between. */
  resume(world: Readonly<World>): void {
    this.#clock = { ...world.clock, anchorAt: this.now(world), anchorWall: this.#steadyClock() };
    this.#pausedAt = undefined;
  }

  /** Sets the time of the paused clock to `at`, since the world has gone back. */
  goBack(at: Instant): void {
    this.#pausedAt = at;
  }

  /** Notes an event that the world has just reached. Returns the time of the machine's clock, one object a millisecond. */
  note(world: Readonly<World>): { readonly at: number } {
    this.#clock = clockAfter(this.#clock, world.clock, world.at, this.#steadyClock());
    const at = this.#wallClock();
    // An advance makes hundreds of events in a millisecond.
    if (this.#noted.at !== at) this.#noted = { at };
    return this.#noted;
  }

  /** Notes that the history has durably recorded the present time of the wall clock. */
  tied(): void {
    this.#aheadMs = this.#ahead();
  }

  /** Restarts from a clock that was read from the store. */
  restart(clock: WorldClock): void {
    this.#clock = shifted(clock, -this.#aheadMs);
    if (this.#pausedAt !== undefined) this.#pausedAt = clockTime(this.#clock, this.#steadyClock());
    this.rest();
  }

  /** Does not wake the world for a second. */
  rest(): void {
    this.#restsUntil = this.#steadyClock() + REST_MS;
  }

  /** Sets the timer for the world's time `dueAt`; none while the clock is paused, or if nothing is due. */
  wakeAt(dueAt: Instant | null): void {
    const wakeAt = dueAt === null || this.isPaused ? null : wallTimeOf(this.#clock, dueAt);
    this.#arm(wakeAt === null ? null : Math.max(wakeAt, this.#restsUntil));
  }

  /** Whether the timer fires within this time, in milliseconds of the machine. */
  wakesWithin(ms: number): boolean {
    return this.#timerFor !== null && this.#timerFor - this.#steadyClock() < ms;
  }

  stop(): void {
    this.#arm(null);
  }

  #arm(wakeAt: number | null): void {
    if (wakeAt === this.#timerFor) return;
    clearTimeout(this.#timer);
    this.#timerFor = wakeAt;
    if (wakeAt === null) return;
    const waitMs = Math.max(0, Math.ceil(wakeAt - this.#steadyClock()));
    const fire = () => {
      this.#timerFor = null;
      this.#wake();
    };
    this.#timer = setTimeout(fire, Math.min(MAX_TIMER_MS, waitMs)).unref();
  }

  #ahead(): number {
    return this.#wallClock() - this.#steadyClock();
  }
}

function shifted(clock: WorldClock, byMs: number): WorldClock {
  return { ...clock, anchorWall: clock.anchorWall + byMs };
}
