import type { Instant } from "../../domain/instant.ts";
import type { World } from "../../domain/world.ts";
import { clockAfter, clockTime, type WallClock, type WorldClock, wallTimeOf } from "../history/world-clock.ts";
import { ClockBusy } from "../unavailable.ts";
import { Pacer } from "./pacer.ts";

/** How long a world does nothing by itself after it had to be read again, or while the memory is full. */
const REST_MS = 1_000;

/** Tells a world what time it is, and wakes it when something falls due. While an advance has paused it, time stands still. */
export class Timekeeper {
  readonly #wallClock: WallClock;
  readonly #steadyClock: WallClock;
  readonly #pacer: Pacer;
  /** Tied to the steady clock, so that time passes here as it passes, whatever the machine's clock is set to. */
  #clock: WorldClock;
  /** How far the wall clock was ahead of the steady one when the history was last tied to it. */
  #aheadMs: number;
  #pausedAt: Instant | undefined;
  #restsUntil = Number.NEGATIVE_INFINITY;

  /** Clocks that are given and taken are tied to the wall clock; `steadyClock` cannot be set. */
  constructor(clock: WorldClock, wallClock: WallClock, wake: () => void, steadyClock = wallClock) {
    this.#wallClock = wallClock;
    this.#steadyClock = steadyClock;
    this.#aheadMs = wallClock() - steadyClock();
    this.#clock = shifted(clock, -this.#aheadMs);
    this.#pacer = new Pacer(wake);
  }

  /** The world's present: never before its last fact. */
  now(world: Readonly<World>): Instant {
    return Math.max(world.at, this.#pausedAt ?? clockTime(this.#clock, this.#steadyClock()));
  }

  get clock(): WorldClock {
    return shifted(this.#clock, this.#aheadMs);
  }

  get isPaused(): boolean {
    return this.#pausedAt !== undefined;
  }

  /** Throws `ClockBusy` while somebody has paused the clock. */
  assertFree(): void {
    if (this.#pausedAt !== undefined)
      throw new ClockBusy(
        "the clock of this world is being advanced, or the world is going back; try again when that is done",
      );
  }

  /** Stands still at `at` until `resume`. Throws `ClockBusy` when it is paused already. */
  pause(at: Instant): void {
    this.assertFree();
    this.#pausedAt = at;
  }

  /** As if it had never been paused. */
  undoPause(): void {
    this.#pausedAt = undefined;
  }

  /** Time goes on from where the world is, whatever the machine's clock did meanwhile. */
  resume(world: Readonly<World>): void {
    this.#clock = { ...world.clock, anchorAt: this.now(world), anchorWall: this.#steadyClock() };
    this.#pausedAt = undefined;
  }

  /** While it is paused: the world has gone back, and it is `at` again. */
  goBack(at: Instant): void {
    this.#pausedAt = at;
  }

  /** Takes note of a fact that the world has just reached, and says what the machine's clock shows. */
  note(world: Readonly<World>): number {
    this.#clock = clockAfter(this.#clock, world.clock, world.at, this.#steadyClock());
    return this.#wallClock();
  }

  /** The history says durably what the wall clock shows now. */
  tied(): void {
    this.#aheadMs = this.#wallClock() - this.#steadyClock();
  }

  /** Begins again from a clock that was read back. */
  restart(clock: WorldClock): void {
    this.#clock = shifted(clock, -this.#aheadMs);
    if (this.#pausedAt !== undefined) this.#pausedAt = clockTime(this.#clock, this.#steadyClock());
    this.rest();
  }

  /** Does not wake the world for a second. */
  rest(): void {
    this.#restsUntil = this.#steadyClock() + REST_MS;
  }

  /** Arranges to be woken when the world's clock shows `dueAt`; not while it is paused or when nothing is due. */
  wakeAt(dueAt: Instant | null): void {
    const wakeAt = dueAt === null || this.#pausedAt !== undefined ? null : wallTimeOf(this.#clock, dueAt);
    this.#pacer.arm(wakeAt === null ? null : Math.max(wakeAt, this.#restsUntil), this.#steadyClock);
  }

  stop(): void {
    this.#pacer.stop();
  }
}

function shifted(clock: WorldClock, byMs: number): WorldClock {
  return { ...clock, anchorWall: clock.anchorWall + byMs };
}
