import { setTimeout as sleep } from "node:timers/promises";
import type { clockOf } from "../../src/client/clock.ts";

/** The time of the target: a sandbox's is advanced, a deployment's is waited for. */
export interface TargetClock {
  readonly isAdvanced: boolean;
  /** In milliseconds since 1970. */
  now(): number;
  /** With a sandbox, all that is due has happened when it returns. `what`: what is waited for, for the user. */
  pass(ms: number, what?: string): Promise<void>;
}

interface Wait {
  readonly withinMs: number;
  readonly stepMs: number;
  readonly what?: string;
}

/** Lets time pass, step by step, until something is so. Returns whether it came to be so in time. */
export async function until(
  clock: TargetClock,
  isSo: () => boolean | Promise<boolean>,
  { withinMs, stepMs, what }: Wait,
): Promise<boolean> {
  const end = clock.now() + withinMs;
  while (!(await isSo())) {
    const leftMs = Math.ceil(end - clock.now());
    if (leftMs <= 0) return false;
    await clock.pass(Math.min(leftMs, stepMs), what);
  }
  return true;
}

/** Is told what is waited for, and until when, in milliseconds since 1970. */
export type OnWait = (what: string, until: number) => void;

export class RealTimeClock implements TargetClock {
  readonly isAdvanced = false;
  readonly #signal: AbortSignal;
  readonly #onWait: OnWait | undefined;

  constructor(signal: AbortSignal, onWait?: OnWait) {
    this.#signal = signal;
    this.#onWait = onWait;
  }

  now(): number {
    return Date.now();
  }

  async pass(ms: number, what?: string): Promise<void> {
    if (what !== undefined) this.#onWait?.(what, Date.now() + ms);
    await sleep(ms, undefined, { signal: this.#signal });
  }
}

/** The clock of a sandbox's world, which stands still unless a story advances it. */
export class SandboxClock implements TargetClock {
  readonly isAdvanced = true;
  readonly #clock: ReturnType<typeof clockOf>;
  #now: number;
  /** How often it was read since it last went on. */
  #reads = 0;

  constructor(clock: ReturnType<typeof clockOf>, now: number) {
    this.#clock = clock;
    this.#now = now;
  }

  /** A little later each time, so that of two things the trace tells which came first though the world stands still. */
  now(): number {
    this.#reads += 1;
    return this.#now + this.#reads / 1_000;
  }

  /** Goes from one thing that is due to the next, so that what happens in between finds the right time. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    // A delivery that is under way arrives before its time is over, however slow the network is.
    await this.#clock.advance({ to: new Date(this.#now).toISOString() });
    for (let steps = 0; steps < MAX_STEPS; steps += 1) {
      const { nextDueAt } = await this.#clock.read();
      const due = nextDueAt === null ? Number.POSITIVE_INFINITY : Date.parse(nextDueAt);
      if (due > end) break;
      await this.#to(Math.max(due, this.#now));
    }
    await this.#to(end);
  }

  async #to(at: number): Promise<void> {
    this.#now = at;
    this.#reads = 0;
    await this.#clock.advance({ to: new Date(at).toISOString() });
  }
}

/** Something that causes the next thing at once, for ever, must not keep a story busy for ever. */
const MAX_STEPS = 200;
