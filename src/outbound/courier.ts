import { lookup as resolveName } from "node:dns";
import type { LookupFunction } from "node:net";
import { AttemptUnderWay, type Report } from "./attempt-under-way.ts";
import { Dialer } from "./dialer.ts";
import type { Letter } from "./letter.ts";

export type { Report } from "./attempt-under-way.ts";

/** `routes` connects to routes only, so that a test never posts to strangers. */
export type Egress = "internet" | "routes";

export interface CourierOptions {
  /** `internet` by default. */
  readonly egress?: Egress;
  /** How names become addresses; the operating system's way by default. */
  readonly lookup?: LookupFunction;
  /** How many attempts are under way at once, over all worlds; 256 by default. The others wait, first come, first served. */
  readonly mostInFlight?: number;
}

/** Delivers webhooks. One for the whole process: it keeps connections for the next attempt. */
export class Courier {
  readonly #dialer: Dialer;
  readonly #egress: Egress;
  readonly #mostInFlight: number;
  readonly #inFlight = new Set<AttemptUnderWay>();
  /** Those that wait for their turn, first come, first served. */
  readonly #waiting = new Set<AttemptUnderWay>();
  #starting = false;
  #halted = false;

  constructor({ egress = "internet", lookup = resolveName, mostInFlight = 256 }: CourierOptions = {}) {
    this.#dialer = new Dialer(lookup);
    this.#egress = egress;
    this.#mostInFlight = mostInFlight;
  }

  /**
   * Makes one attempt: one request, however it ends. Never rejects: every way to fail is a report. Null when it was given
   * up, by `abandon` or because the courier was halted before its turn came or closed: then nothing is to be recorded.
   */
  deliver(letter: Letter, abandon?: AbortSignal): Promise<Report | null> {
    return new Promise((resolve) => {
      const attempt = new AttemptUnderWay(letter, this.#dialer, this.#egress === "routes", (report) => {
        abandon?.removeEventListener("abort", giveUp);
        this.#ended(attempt);
        resolve(report);
      });
      const giveUp = () => attempt.giveUp();
      abandon?.addEventListener("abort", giveUp);
      if (this.#halted || abandon?.aborted) giveUp();
      else if (this.#inFlight.size < this.#mostInFlight) this.#start(attempt);
      else this.#waiting.add(attempt);
    });
  }

  /** Begins nothing more: what waits for its turn, or comes later, is given up. What is under way ends as it would. */
  halt(): void {
    this.#halted = true;
    for (const attempt of this.#waiting) attempt.giveUp();
  }

  /** Ends all attempts and all connections. */
  async close(): Promise<void> {
    this.halt();
    for (const attempt of this.#inFlight) attempt.giveUp();
    await this.#dialer.close();
  }

  #start(attempt: AttemptUnderWay): void {
    this.#inFlight.add(attempt);
    attempt.start();
  }

  #ended(attempt: AttemptUnderWay): void {
    this.#waiting.delete(attempt);
    this.#inFlight.delete(attempt);
    // Those that fail before they wait for anything end while they are started; the loop that starts them goes on.
    if (this.#starting) return;
    this.#starting = true;
    this.#startWaiting();
    this.#starting = false;
  }

  #startWaiting(): void {
    for (const next of this.#waiting) {
      if (this.#inFlight.size >= this.#mostInFlight) return;
      this.#waiting.delete(next);
      this.#start(next);
    }
  }
}
