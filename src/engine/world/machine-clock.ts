import type { WallClock } from "../history/world-clock.ts";

/**
 * By how much the machine's clock may be set without a word. What sets clocks all the time, such as NTP, corrects them by
 * milliseconds, or by seconds after a boot; minutes are a laptop that slept, a virtual machine that was paused, or a hand.
 */
export const MAX_QUIET_JUMP_MS = 60_000;

/** So that a jump is noticed when nobody asks for the time. */
const LOOK_EVERY_MS = 10_000;

/**
 * The clocks of the machine. Its wall clock says what day it is, but it can be set. How much time has passed says its
 * monotonic clock, which cannot be set, and which on Linux and macOS stands still while the machine sleeps.
 */
export class MachineClock {
  readonly #wall: WallClock;
  readonly #monotonic: () => number;
  /** The wall clock when the monotonic one showed 0, as it was at first. */
  readonly #origin: number;
  /** How far the wall clock was ahead of `steady` when that was last told. */
  #toldAheadMs = 0;
  #onJump: ((byMs: number) => void) | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(wall: WallClock, monotonic: () => number) {
    this.#wall = wall;
    this.#monotonic = monotonic;
    this.#origin = wall() - monotonic();
  }

  /** Milliseconds since 1970, as the machine's clock shows them. */
  readonly wall = (): number => this.#look().wall;

  /** Milliseconds since 1970 as the machine's clock showed them at first, and counted by the monotonic clock since. */
  readonly steady = (): number => this.#look().steady;

  /** `onJump` is told, a little later, by how much the wall clock was set ahead, or back: then it is negative. */
  watch(onJump: (byMs: number) => void): void {
    this.#onJump = onJump;
    this.#timer = setInterval(this.wall, LOOK_EVERY_MS).unref();
  }

  stop(): void {
    this.#onJump = undefined;
    clearInterval(this.#timer);
  }

  #look(): { readonly wall: number; readonly steady: number } {
    const wall = this.#wall();
    const steady = Math.floor(this.#origin + this.#monotonic());
    const byMs = wall - steady - this.#toldAheadMs;
    if (this.#onJump !== undefined && Math.abs(byMs) > MAX_QUIET_JUMP_MS) {
      this.#toldAheadMs += byMs;
      // Whoever asked for the time is in the midst of something.
      setImmediate(() => this.#onJump?.(byMs));
    }
    return { wall, steady };
  }
}

const catchUp = "To let time pass in a world: POST /sandbox/clock/advance";

/** What to say when the machine's clock was set while it ran. */
export function jumpText(byMs: number): string {
  const direction = byMs > 0 ? "ahead" : "back";
  return `the machine's clock jumped ${direction} by ${durationOf(byMs)}, as after a sleep or when it is set; the worlds do not take this for time that has passed. ${catchUp}`;
}

/** What to say when at a start the machine's clock is before what it showed when the worlds were last written to. */
export function behindText(byMs: number): string {
  return `the machine's clock is ${durationOf(byMs)} behind what it was when the worlds were last written to; their time goes on from where it was. ${catchUp}`;
}

/** As ISO 8601 has it, in whole seconds: `P400DT2H`. */
function durationOf(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1_000);
  const part = (count: number, unit: string) => (count === 0 ? "" : `${count}${unit}`);
  const time = `${part(Math.floor(seconds / 3_600) % 24, "H")}${part(Math.floor(seconds / 60) % 60, "M")}${part(seconds % 60, "S")}`;
  return `P${part(Math.floor(seconds / 86_400), "D")}${time === "" ? "" : `T${time}`}`;
}
