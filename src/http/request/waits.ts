import { clearTimeout, setTimeout } from "node:timers";
import { durationMs, durationProblem, type IsoDuration } from "../../domain/duration.ts";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import type { View } from "../../spec/renderer.ts";
import { malformed, Refused } from "../reply/server-outcome.ts";
import type { Caller } from "./caller.ts";

const MAX_WAITS_PER_WORLD = 100;
const MAX_WAIT_MS = 60_000;

const tooManyWaits = {
  type: "too-many-waits",
  limit: MAX_WAITS_PER_WORLD,
  message: `This world already has ${MAX_WAITS_PER_WORLD} requests that wait, which is the maximum; wait for one of them, or send this one without \`wait\`.`,
};

/** Requests that wait in real time, each until its time is over, its client disconnects or the server closes. */
export class Waits {
  readonly #ends = new Set<() => void>();
  readonly #counts = new WeakMap<LiveWorld, number>();
  #closing = false;

  /** Does the work with a signal that is aborted when the wait is over. */
  async during<T>(ms: number, caller: Caller, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const over = new AbortController();
    const end = () => over.abort();
    if (this.#closing || caller.destroyed) end();
    const timer = setTimeout(end, ms);
    this.#ends.add(end);
    caller.once("close", end);
    try {
      return await work(over.signal);
    } finally {
      clearTimeout(timer);
      this.#ends.delete(end);
      caller.off("close", end);
      // The world's signal is no longer needed.
      end();
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
    this.#closing = true;
    for (const end of this.#ends) end();
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
