import { lookup as resolveName } from "node:dns";
import type { LookupFunction } from "node:net";
import { type AttemptReport, type AttemptTime, AttemptUnderWay } from "./attempt-under-way.ts";
import { Crowd } from "./crowd.ts";
import { type Destination, Dialer, type Line } from "./dialer.ts";
import { FairQueue } from "./fair-queue.ts";
import type { WebhookRequest } from "./webhook-request.ts";

export type { AttemptReport } from "./attempt-under-way.ts";

/** `routes` connects only to routes, so that a test never posts to strangers. */
export type Egress = "internet" | "routes";

export interface CourierOptions {
  /** `internet` by default. */
  readonly egress?: Egress;
  /** Makes all lines; by default they are connections to addresses. */
  readonly lineTo?: (destination: Destination) => Line;
  /** Resolves names; by default as the operating system does. */
  readonly lookup?: LookupFunction;
  /** The maximum number of concurrent attempts over all worlds; 512 by default. */
  readonly maxInFlight?: number;
  /** How long an attempt keeps its place the first time, while a world without any waits for one; 1 s by default. */
  readonly placeMs?: number;
  /** In which attempts have their time limits; by default real time. */
  readonly time?: AttemptTime;
}

const realTime: AttemptTime = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** A world with fewer concurrent attempts than this may use the reserved half of the places. */
const RESERVED_PER_WORLD = 4;

/**
 * Delivers webhooks for the whole process and keeps connections for later attempts. Waiting attempts start in rotation,
 * one world after another. An attempt to a silent receiver can keep its place for minutes. So half of the places are
 * reserved for worlds that use few: 64 more worlds can make their first attempts when others have filled the rest. When
 * all places are taken, a world without any gets one: an attempt of the world with the most is interrupted and starts again
 * later, with its whole time limit and twice the time before it is interrupted again. So its result depends on its receiver
 * only.
 */
export class Courier {
  readonly #dialer: Dialer;
  readonly #egress: Egress;
  readonly #maxInFlight: number;
  readonly #placeMs: number;
  readonly #time: AttemptTime;
  /** Those that wait, too. */
  readonly #attempts = new Crowd<AttemptUnderWay>();
  #inFlight = 0;
  readonly #inFlightByWorld = new Map<string, number>();
  readonly #waiting = new FairQueue<AttemptUnderWay>();
  readonly #watched = new Map<AbortSignal, { attempts: number; readonly listener: () => void }>();
  readonly #interrupted = new Set<AttemptUnderWay>();
  #roomTimer: NodeJS.Timeout | undefined;
  #starting = false;
  #halted = false;

  constructor(options: CourierOptions = {}) {
    this.#dialer = new Dialer(options.lookup ?? resolveName, options.lineTo);
    this.#egress = options.egress ?? "internet";
    this.#maxInFlight = options.maxInFlight ?? 512;
    this.#placeMs = options.placeMs ?? 1_000;
    this.#time = options.time ?? realTime;
  }

  /**
   * Makes one attempt. Never rejects: every failure is a report. Resolves with null if the
   * attempt was given up, by `abandon` or because the courier was halted or closed; then nothing must be recorded.
   */
  deliver(request: WebhookRequest, abandon?: AbortSignal): Promise<AttemptReport | null> {
    return new Promise((resolve) => this.#begin(request, abandon, resolve, this.#placeMs));
  }

  #begin(
    request: WebhookRequest,
    abandon: AbortSignal | undefined,
    resolve: (report: AttemptReport | null) => void,
    placeMs: number,
  ): void {
    const routesOnly = this.#egress === "routes";
    const attempt = new AttemptUnderWay(request, this.#dialer, routesOnly, abandon, this.#time, (report) => {
      this.#ended(attempt);
      // With the same time again, no slow receiver would ever get to respond while more worlds wait than there are places.
      if (this.#interrupted.delete(attempt)) this.#begin(request, abandon, resolve, 2 * placeMs);
      else resolve(report);
    });
    attempt.placeMs = placeMs;
    this.#attempts.add(attempt);
    if (abandon !== undefined) this.#watch(abandon);
    if (this.#halted || abandon?.aborted) attempt.giveUp();
    else if (this.#mayStart(request.worldId)) this.#start(attempt);
    else {
      this.#waiting.add(request.worldId, attempt);
      this.#makeRoom();
    }
  }

  /** Starts no more attempts and gives up those that wait or come later. Attempts under way continue. */
  halt(): void {
    this.#halted = true;
    clearTimeout(this.#roomTimer);
    for (const attempt of this.#waiting) attempt.giveUp();
  }

  async close(): Promise<void> {
    this.halt();
    for (const attempt of this.#attempts.list()) attempt.giveUp();
    await this.#dialer.close();
  }

  /** All attempts of a signal share one listener, because adding and removing one takes long. */
  #watch(abandon: AbortSignal): void {
    const known = this.#watched.get(abandon);
    if (known !== undefined) {
      known.attempts += 1;
      return;
    }
    const listener = () => {
      for (const attempt of this.#attempts.list()) if (attempt.abandon === abandon) attempt.giveUp();
    };
    this.#watched.set(abandon, { attempts: 1, listener });
    abandon.addEventListener("abort", listener);
  }

  #unwatch(abandon: AbortSignal): void {
    const known = this.#watched.get(abandon);
    if (known === undefined) return;
    known.attempts -= 1;
    if (known.attempts > 0) return;
    this.#watched.delete(abandon);
    abandon.removeEventListener("abort", known.listener);
  }

  #mayStart(worldId: string): boolean {
    const usesFew = (this.#inFlightByWorld.get(worldId) ?? 0) < RESERVED_PER_WORLD;
    return this.#inFlight < (usesFew ? this.#maxInFlight : this.#maxInFlight / 2);
  }

  #start(attempt: AttemptUnderWay): void {
    this.#count(attempt.worldId, 1);
    attempt.start();
  }

  #ended(attempt: AttemptUnderWay): void {
    this.#attempts.delete(attempt);
    if (attempt.abandon !== undefined) this.#unwatch(attempt.abandon);
    if (attempt.isStarted) this.#count(attempt.worldId, -1);
    else this.#waiting.delete(attempt.worldId, attempt);
    // An attempt can fail while it is started; the loop that starts attempts then continues.
    if (this.#starting) return;
    this.#starting = true;
    const next = () => this.#waiting.take((worldId) => this.#mayStart(worldId));
    for (let waiting = next(); waiting !== undefined; waiting = next()) this.#start(waiting);
    this.#starting = false;
    this.#makeRoom();
  }

  /** Interrupts attempts for worlds that wait with nothing under way, now or when an attempt has had its place for long enough. */
  #makeRoom(): void {
    const hasNone = (worldId: string) => !this.#inFlightByWorld.has(worldId);
    if (this.#starting || this.#roomTimer !== undefined) return;
    this.#starting = true;
    // What starts below is never old enough, so this ends.
    const now = this.#time.now();
    while (!this.#halted && this.#waiting.has(hasNone)) {
      const victim = this.#mostReplaceable(now);
      if (victim === null) break;
      const next = this.#waiting.take(hasNone);
      // The one that is interrupted finds no place free, so it waits for its turn.
      if (next !== undefined) this.#start(next);
      this.#interrupted.add(victim);
      victim.giveUp();
    }
    this.#starting = false;
    if (this.#halted || !this.#waiting.has(hasNone)) return;
    this.#roomTimer = setTimeout(() => {
      this.#roomTimer = undefined;
      this.#makeRoom();
    }, this.#placeMs).unref();
  }

  /** Returns the oldest attempt of the world with the most, of those that have had their place for long enough; or null. */
  #mostReplaceable(now: number): AttemptUnderWay | null {
    let found: AttemptUnderWay | null = null;
    let most = 0;
    for (const attempt of this.#attempts.list()) {
      if (!attempt.isStarted || attempt.startedAt + attempt.placeMs >= now) continue;
      const count = this.#inFlightByWorld.get(attempt.worldId) ?? 0;
      if (count < most || (count === most && found !== null && attempt.startedAt >= found.startedAt)) continue;
      found = attempt;
      most = count;
    }
    return found;
  }

  #count(worldId: string, change: 1 | -1): void {
    this.#inFlight += change;
    const count = (this.#inFlightByWorld.get(worldId) ?? 0) + change;
    if (count === 0) this.#inFlightByWorld.delete(worldId);
    else this.#inFlightByWorld.set(worldId, count);
  }
}
