import type { WallClock } from "../history/world-clock.ts";

/** Maximum wait of a Node timer. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/** Wakes a running world when something falls due, so that time also passes without requests. */
export class Pacer {
  readonly #wake: () => void;
  #timer: NodeJS.Timeout | undefined;
  #armedFor: number | null = null;

  constructor(wake: () => void) {
    this.#wake = wake;
  }

  /** Sets the timer for a time of the machine's clock, or clears it (null). */
  arm(wakeAtWall: number | null, wallClock: WallClock): void {
    if (wakeAtWall === this.#armedFor) return;
    clearTimeout(this.#timer);
    this.#armedFor = wakeAtWall;
    if (wakeAtWall === null) return;
    const waitMs = Math.max(0, Math.ceil(wakeAtWall - wallClock()));
    this.#timer = setTimeout(() => this.#fire(), Math.min(MAX_TIMER_MS, waitMs));
    this.#timer.unref();
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#armedFor = null;
  }

  #fire(): void {
    this.#armedFor = null;
    this.#wake();
  }
}
