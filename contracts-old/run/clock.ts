import { setTimeout as sleep } from "node:timers/promises";
import type { ControlPlane } from "./control-plane.ts";
import { CouldNotRun } from "./verdict-error.ts";

export type TimeStrategy = "advanced" | "waited";

/** How time passes for a contract: a control plane advances it, otherwise it is really waited for. */
export class Clock {
  used: TimeStrategy | undefined;
  readonly #control: ControlPlane | undefined;
  readonly #patienceMs: number;

  readonly #signal: AbortSignal;

  constructor(control: ControlPlane | undefined, patienceMs: number, signal: AbortSignal) {
    this.#control = control;
    this.#patienceMs = patienceMs;
    this.#signal = signal;
  }

  get isOurs(): boolean {
    return this.#control !== undefined;
  }

  /**
   * With a clock of ours all that is due in that time has happened when it returns, attempts of deliveries included.
   * @throws CouldNotRun when it would have to be waited for longer than the user's patience.
   */
  async pass(ms: number): Promise<void> {
    if (this.#control !== undefined) await this.#control.clock.advance({ by: `PT${ms / 1_000}S` });
    else await this.#wait(ms);
    this.used = this.#control === undefined ? "waited" : "advanced";
  }

  /**
   * Until something is so, looked at every now and then, at most for `ms`.
   * @returns whether it came to be so.
   */
  async passUntil(isSo: () => boolean | Promise<boolean>, ms: number, stepMs = 100): Promise<boolean> {
    for (let passed = 0; !(await isSo()); passed += stepMs) {
      if (passed >= ms) return false;
      await this.pass(Math.min(stepMs, ms - passed));
    }
    return true;
  }

  async #wait(ms: number): Promise<void> {
    this.require(ms);
    await sleep(ms, undefined, { signal: this.#signal });
  }

  /** @throws CouldNotRun when the user's patience is shorter. */
  require(ms: number): void {
    if (this.isOurs || ms <= this.#patienceMs || ms <= shortWaitMs) return;
    throw new CouldNotRun("patience", `needs ${inWords(ms)} of patience (--patience)`);
  }
}

/** So long a run waits without being told to: what takes no longer is no matter of patience. */
const shortWaitMs = 2_000;

export function inWords(ms: number): string {
  return ms < 90_000 ? `${Math.ceil(ms / 1_000)} s` : `${Math.ceil(ms / 60_000)} min`;
}
