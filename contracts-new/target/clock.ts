import { setTimeout as sleep } from "node:timers/promises";

/** The time of the target: a sandbox's is advanced, a deployment's is waited for. */
export interface TargetClock {
  readonly isAdvanced: boolean;
  /** In milliseconds since 1970. */
  now(): number;
  /** With a sandbox, all that is due has happened when it returns. */
  pass(ms: number): Promise<void>;
}

export class WallClock implements TargetClock {
  readonly isAdvanced = false;
  readonly #signal: AbortSignal;

  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  now(): number {
    return Date.now();
  }

  async pass(ms: number): Promise<void> {
    await sleep(ms, undefined, { signal: this.#signal });
  }
}
