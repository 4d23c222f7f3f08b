import { lookup as resolveName } from "node:dns";
import type { LookupFunction } from "node:net";
import { Attempt, type Report } from "./attempt.ts";
import { Dialer } from "./dialer.ts";
import type { Letter } from "./letter.ts";

export type { Report } from "./attempt.ts";

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
  /** All that have not ended, the waiting ones too. */
  readonly #open = new Set<Attempt>();
  #waiting: Attempt[] = [];
  #firstWaiting = 0;
  #inFlight = 0;
  #starting = false;
  #closed = false;

  constructor({ egress = "internet", lookup = resolveName, mostInFlight = 256 }: CourierOptions = {}) {
    this.#dialer = new Dialer(lookup);
    this.#egress = egress;
    this.#mostInFlight = mostInFlight;
  }

  /**
   * Makes one attempt. Never rejects: every way to fail is a report. `abandon` ends it early; the report then says so.
   * A connection that was kept and turns out to be dead is replaced once, within the same attempt and its time: receivers
   * tell a repetition by the delivery's identifier.
   */
  deliver(letter: Letter, abandon?: AbortSignal): Promise<Report> {
    return new Promise((resolve) => {
      const attempt = new Attempt(letter, this.#dialer, this.#egress === "routes");
      const stop = () => attempt.giveUp();
      abandon?.addEventListener("abort", stop);
      this.#open.add(attempt);
      attempt.onEnd = (report) => {
        abandon?.removeEventListener("abort", stop);
        this.#ended(attempt);
        resolve(report);
      };
      if (this.#closed || abandon?.aborted) stop();
      else if (this.#inFlight < this.#mostInFlight) this.#start(attempt);
      else this.#waiting.push(attempt);
    });
  }

  /** Ends all attempts and all connections. Later attempts fail at once. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const attempt of this.#open) attempt.giveUp();
    await this.#dialer.close();
  }

  #start(attempt: Attempt): void {
    this.#inFlight += 1;
    attempt.start();
  }

  #ended(attempt: Attempt): void {
    this.#open.delete(attempt);
    if (attempt.started) this.#inFlight -= 1;
    // Those that fail before they wait for anything end while they are started; the loop that starts them goes on.
    if (this.#starting) return;
    this.#starting = true;
    this.#startWaiting();
    this.#starting = false;
  }

  #startWaiting(): void {
    while (this.#inFlight < this.#mostInFlight) {
      const next = this.#nextWaiting();
      if (next === undefined) return;
      // Those given up meanwhile have ended already.
      if (this.#open.has(next)) this.#start(next);
    }
  }

  /** An array with a moving beginning, because to shift a long one is slow. */
  #nextWaiting(): Attempt | undefined {
    const next = this.#waiting[this.#firstWaiting];
    if (next !== undefined) {
      this.#firstWaiting += 1;
      return next;
    }
    this.#waiting = [];
    this.#firstWaiting = 0;
    return undefined;
  }
}
