import { lookup as resolveName } from "node:dns";
import type { LookupFunction } from "node:net";
import { type AttemptReport, AttemptUnderWay } from "./attempt-under-way.ts";
import { Dialer } from "./dialer.ts";
import { FairQueue } from "./fair-queue.ts";
import type { WebhookRequest } from "./webhook-request.ts";

export type { AttemptReport } from "./attempt-under-way.ts";

/** `routes` connects to routes only, so that a test never posts to strangers. */
export type Egress = "internet" | "routes";

export interface CourierOptions {
  /** `internet` by default. */
  readonly egress?: Egress;
  /** How names become addresses; the operating system's way by default. */
  readonly lookup?: LookupFunction;
  /** The maximum number of concurrent attempts over all worlds; 512 by default. */
  readonly maxInFlight?: number;
}

/** A world with fewer concurrent attempts than this may use the reserved half of the places. */
const RESERVED_PER_WORLD = 4;

/**
 * Delivers webhooks. One for the whole process: it keeps connections for the next attempt. Attempts that have to wait are
 * begun in rotation, one world after the other. An attempt to a silent receiver keeps its place for minutes and cannot be
 * interrupted, so half of the places are reserved for worlds that use few: 64 further worlds get their first attempts
 * through when others have filled the rest.
 */
export class Courier {
  readonly #dialer: Dialer;
  readonly #egress: Egress;
  readonly #maxInFlight: number;
  readonly #inFlight = new Set<AttemptUnderWay>();
  readonly #inFlightByWorld = new Map<string, number>();
  readonly #waiting = new FairQueue<AttemptUnderWay>();
  #starting = false;
  #halted = false;

  constructor({ egress = "internet", lookup = resolveName, maxInFlight = 512 }: CourierOptions = {}) {
    this.#dialer = new Dialer(lookup);
    this.#egress = egress;
    this.#maxInFlight = maxInFlight;
  }

  /**
   * Makes one attempt: one request, however it ends. Never rejects: every way to fail is a report. Null when it was given
   * up, by `abandon` or because the courier was halted before its turn came or closed: then nothing is to be recorded.
   */
  deliver(request: WebhookRequest, abandon?: AbortSignal): Promise<AttemptReport | null> {
    return new Promise((resolve) => {
      const attempt = new AttemptUnderWay(request, this.#dialer, this.#egress === "routes", (report) => {
        abandon?.removeEventListener("abort", giveUp);
        this.#ended(attempt);
        resolve(report);
      });
      const giveUp = () => attempt.giveUp();
      abandon?.addEventListener("abort", giveUp);
      if (this.#halted || abandon?.aborted) giveUp();
      else if (this.#mayStart(request.worldId)) this.#start(attempt);
      else this.#waiting.add(request.worldId, attempt);
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

  #mayStart(worldId: string): boolean {
    const usesFew = (this.#inFlightByWorld.get(worldId) ?? 0) < RESERVED_PER_WORLD;
    return this.#inFlight.size < (usesFew ? this.#maxInFlight : this.#maxInFlight / 2);
  }

  #start(attempt: AttemptUnderWay): void {
    this.#inFlight.add(attempt);
    this.#count(attempt.worldId, 1);
    attempt.start();
  }

  #ended(attempt: AttemptUnderWay): void {
    this.#waiting.delete(attempt.worldId, attempt);
    if (this.#inFlight.delete(attempt)) this.#count(attempt.worldId, -1);
    // Those that fail before they wait for anything end while they are started; the loop that starts them goes on.
    if (this.#starting) return;
    this.#starting = true;
    this.#startWaiting();
    this.#starting = false;
  }

  #startWaiting(): void {
    const next = () => this.#waiting.take((worldId) => this.#mayStart(worldId));
    for (let attempt = next(); attempt !== undefined; attempt = next()) this.#start(attempt);
  }

  #count(worldId: string, change: 1 | -1): void {
    const count = (this.#inFlightByWorld.get(worldId) ?? 0) + change;
    if (count === 0) this.#inFlightByWorld.delete(worldId);
    else this.#inFlightByWorld.set(worldId, count);
  }
}
