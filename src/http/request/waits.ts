import { clearTimeout, setTimeout } from "node:timers";
import { durationMs, durationProblem, type IsoDuration } from "../../domain/duration.ts";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import type { View } from "../../spec/renderer.ts";
import { malformed, Refused } from "../reply/server-outcome.ts";
import { type Caller, goneSignal } from "./caller.ts";

const MAX_WAITS_PER_WORLD = 100;
const MAX_WAIT_MS = 60_000;

const tooManyWaits = {
  type: "too-many-waits",
  limit: MAX_WAITS_PER_WORLD,
  message: `This world already has ${MAX_WAITS_PER_WORLD} requests that wait, which is the maximum; wait for one of them, or send this one without \`wait\`.`,
};

/** Requests that wait in real time, each until its time is over, its client disconnects or the server closes. */
export class Waits {
  readonly #counts = new WeakMap<LiveWorld, number>();
  readonly #closing = new AbortController();

  /** Does the work with a signal that is aborted when the wait is over. */
  async during<T>(ms: number, caller: Caller, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const done = new AbortController();
    const timer = setTimeout(() => done.abort(), ms);
    try {
      return await work(AbortSignal.any([done.signal, goneSignal(caller), this.#closing.signal]));
    } finally {
      clearTimeout(timer);
      // The world's signal is no longer needed.
      done.abort();
    }
  }

  /** Does the same for a request about a world, which has a limit. Throws `Refused` for a wrong `wait`. */
  async ofWorld(
    world: LiveWorld,
    wait: IsoDuration,
    caller: Caller,
    work: (signal: AbortSignal) => Promise<View>,
  ): Promise<View> {
    const ms = waitMs(wait);
    const count = this.#counts.get(world) ?? 0;
    if (count >= MAX_WAITS_PER_WORLD) return tooManyWaits;
    this.#counts.set(world, count + 1);
    try {
      return await this.during(ms, caller, work);
    } finally {
      this.#counts.set(world, (this.#counts.get(world) ?? 1) - 1);
    }
  }

  /** Ends all waits, and those to come at once. */
  end(): void {
    this.#closing.abort();
  }
}

function waitMs(wait: IsoDuration): number {
  const problem = durationProblem(wait);
  const ms = problem === null ? durationMs(wait) : 0;
  const message =
    ms > MAX_WAIT_MS ? `"${wait}" is more than PT1M, which is the longest that a request can wait` : problem;
  if (message !== null) throw new Refused(malformed([{ at: "query/wait", message }]));
  return ms;
}
