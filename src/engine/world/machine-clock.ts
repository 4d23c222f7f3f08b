import { clearInterval, setImmediate, setInterval } from "node:timers";
import { exactDuration } from "../../domain/duration.ts";
import type { WallClock } from "../history/world-clock.ts";

/**
 * Maximum change of the machine's clock that goes unreported. NTP corrects clocks by milliseconds, or by seconds after
 * a boot. A change of minutes means that a laptop slept, a virtual machine was paused, or the clock was set.
 */
export const MAX_QUIET_JUMP_MS = 60_000;

/** Notices a jump even if no request asks for the time. */
const LOOK_EVERY_MS = 10_000;

/**
 * The machine's clocks. The wall clock gives the date, but it can be set. The monotonic clock measures elapsed time and
 * cannot be set; on Linux and macOS it stands still while the machine sleeps.
 */
export class MachineClock {
  readonly #wall: WallClock;
  readonly #monotonic: () => number;
  /** The wall clock's time when the monotonic clock showed 0. */
  readonly #origin: number;
  /** How far the wall clock was ahead of `steady` at the last report. */
  #toldAheadMs = 0;
  /** What `steady` was when the clocks were last compared. */
  #comparedAt = Number.NaN;
  #onJump: ((byMs: number) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(wall: WallClock, monotonic: () => number) {
    this.#wall = wall;
    this.#monotonic = monotonic;
    this.#origin = wall() - monotonic();
  }

  /** Returns milliseconds since 1970 by the wall clock. */
  readonly wall = (): number => {
    const wall = this.#wall();
    this.#compare(wall, this.#steady());
    return wall;
  };

  /** Returns milliseconds since 1970: the wall clock's time at first, continued by the monotonic clock. */
  readonly steady = (): number => {
    const steady = this.#steady();
    // Every request asks several times, and the clocks are compared once in a millisecond.
    if (steady !== this.#comparedAt) this.#compare(this.#wall(), steady);
    return steady;
  };

  /** Calls `onJump`, a little later, with the change when the wall clock is set; negative if it was set back. */
  watch(onJump: (byMs: number) => void): void {
    this.#onJump = onJump;
    this.#timer = setInterval(this.wall, LOOK_EVERY_MS).unref();
  }

  stop(): void {
    this.#onJump = undefined;
    clearInterval(this.#timer);
  }

  #steady(): number {
    return Math.floor(this.#origin + this.#monotonic());
  }

  #compare(wall: number, steady: number): void {
    this.#comparedAt = steady;
    const byMs = wall - steady - this.#toldAheadMs;
    if (this.#onJump !== undefined && Math.abs(byMs) > MAX_QUIET_JUMP_MS) {
      this.#toldAheadMs += byMs;
      // The caller that asked for the time must not be interrupted.
      setImmediate(() => this.#onJump?.(byMs));
    }
  }
}

const catchUp = "To let time pass in a world: POST /sandbox/clock/advance";

/** Returns the message for a machine's clock that was set while the sandbox ran. */
export function jumpText(byMs: number): string {
  const direction = byMs > 0 ? "ahead" : "back";
  return `the machine's clock jumped ${direction} by ${durationOf(byMs)}, as after a sleep or when it is set; the worlds do not take this for time that has passed. ${catchUp}`;
}

/** Returns the message for a machine's clock that at startup is before the time of the last write. */
export function behindText(byMs: number): string {
  return `the machine's clock is ${durationOf(byMs)} behind what it was when the worlds were last written to; their time continues from where it was. ${catchUp}`;
}

/** Returns an ISO 8601 duration in whole seconds: `P400DT2H`. */
function durationOf(ms: number): string {
  return exactDuration(1_000 * Math.round(Math.abs(ms) / 1_000));
}
