import type { ServerResponse } from "node:http";
import { Unavailable } from "../../engine/unavailable.ts";
import type { Memory } from "../../engine/world/memory.ts";
import { FairQueue } from "../../outbound/fair-queue.ts";

export interface LargeResponseLimits {
  /** Responses that are made at the same time, over all worlds and of one world. When memory is full: one. */
  readonly maxMade: number;
  readonly maxMadePerWorld: number;
  /** Bytes of responses that have not left; beyond, further ones wait. */
  readonly maxUnsentBytes: number;
  /** How long a response waits for its turn. */
  readonly maxWaitMs: number;
  /** While others wait for room, a response that has been leaving longer than this is ended. */
  readonly maxLeavingMs: number;
  /** A response of which the client takes nothing for this time is ended. */
  readonly maxUnreadMs: number;
}

const LIMITS: LargeResponseLimits = {
  maxMade: 4,
  maxMadePerWorld: 1,
  maxUnsentBytes: 64 * 1024 * 1024,
  maxWaitMs: 10_000,
  maxLeavingMs: 5_000,
  maxUnreadMs: 60_000,
};

/** Smaller responses are not counted. */
const MIN_COUNTED_BYTES = 16 * 1024;

/** Other requests get a slice after large responses were made for this time. */
const SLICE_MS = 5;

/** How often responses that others wait for are looked at. */
const LOOK_MS = 1_000;

interface Waiting {
  readonly worldId: string;
  /** Called once: with null when its turn has come, or with why it never will. */
  readonly settle: (problem: Unavailable | null) => void;
}

/**
 * The responses of a server that can be large: lists and exports. A few are made at a time, in rotation over the worlds,
 * and the bytes that clients have not taken are bounded. So clients that do not read cannot fill the memory.
 */
export class LargeResponses {
  readonly #memory: Memory;
  readonly #limits: LargeResponseLimits;
  readonly #waiting = new FairQueue<Waiting>();
  #waitingCount = 0;
  #made = 0;
  readonly #madeByWorld = new Map<string, number>();
  /** The time that was spent on making in this slice; undefined if nothing was made. */
  #spentMs: number | undefined;
  #unsentBytes = 0;
  /** Those that have not left, the oldest first, and since when they are leaving. */
  readonly #leaving = new Map<ServerResponse, number>();
  #look: NodeJS.Timeout | undefined;

  constructor(memory: Memory, limits: Partial<LargeResponseLimits> = {}) {
    this.#memory = memory;
    this.#limits = { ...LIMITS, ...limits };
  }

  /** Makes and sends a response when its turn comes: at once if it can. Throws `Unavailable` after the longest wait. */
  inTurn<T>(worldId: string, response: ServerResponse, make: () => T | Promise<T>): T | Promise<T> {
    if (this.#waitingCount === 0 && this.#mayBegin(worldId)) {
      this.#count(worldId, 1);
      return this.#make(worldId, make);
    }
    return this.#turn(worldId, response).then(() => this.#make(worldId, make));
  }

  /** Counts the bytes of a response, which was sent, until they have left. */
  leaves(response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes < MIN_COUNTED_BYTES || response.destroyed) return;
    this.#leaving.set(response, performance.now());
    this.#unsentBytes += bytes;
    response.setTimeout(this.#limits.maxUnreadMs, () => response.destroy());
    response.once("close", () => {
      this.#leaving.delete(response);
      this.#unsentBytes -= bytes;
      this.#beginWaiting();
    });
  }

  #mayBegin(worldId: string): boolean {
    const { maxMade, maxMadePerWorld, maxUnsentBytes } = this.#limits;
    if (this.#unsentBytes >= maxUnsentBytes || (this.#spentMs ?? 0) >= SLICE_MS) return false;
    if (this.#made >= (this.#memory.isFull ? 1 : maxMade)) return false;
    return (this.#madeByWorld.get(worldId) ?? 0) < maxMadePerWorld;
  }

  /** Makes a response that is counted already. */
  #make<T>(worldId: string, make: () => T | Promise<T>): T | Promise<T> {
    const begun = performance.now();
    let made: T | Promise<T>;
    try {
      made = make();
    } catch (error) {
      this.#hasMade(worldId);
      throw error;
    } finally {
      this.#spend(performance.now() - begun);
    }
    if (made instanceof Promise) return made.finally(() => this.#hasMade(worldId));
    this.#hasMade(worldId);
    return made;
  }

  #spend(ms: number): void {
    if (this.#spentMs === undefined) setImmediate(this.#beginSlice);
    this.#spentMs = (this.#spentMs ?? 0) + ms;
  }

  readonly #beginSlice = (): void => {
    this.#spentMs = undefined;
    this.#beginWaiting();
  };

  #hasMade(worldId: string): void {
    this.#count(worldId, -1);
    this.#beginWaiting();
  }

  #count(worldId: string, change: 1 | -1): void {
    this.#made += change;
    const count = (this.#madeByWorld.get(worldId) ?? 0) + change;
    if (count === 0) this.#madeByWorld.delete(worldId);
    else this.#madeByWorld.set(worldId, count);
  }

  async #turn(worldId: string, response: ServerResponse): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting: Waiting = { worldId, settle: (problem) => (problem === null ? resolve() : reject(problem)) };
    const leave = (problem: Unavailable) => {
      this.#waiting.delete(worldId, waiting);
      waiting.settle(problem);
    };
    const onGone = () => leave(new Unavailable("the client disconnected while its request waited"));
    const onLate = () => leave(new Unavailable("other large responses are being sent; try again"));
    const timer = setTimeout(onLate, this.#limits.maxWaitMs);
    response.once("close", onGone);
    this.#waiting.add(worldId, waiting);
    this.#waitingCount += 1;
    this.#look ??= setInterval(() => this.#endSlowest(), LOOK_MS).unref();
    this.#beginWaiting();
    try {
      await promise;
    } finally {
      clearTimeout(timer);
      response.off("close", onGone);
      this.#waitingCount -= 1;
      if (this.#waitingCount === 0) {
        clearInterval(this.#look);
        this.#look = undefined;
      }
    }
  }

  /** Ends what has been leaving for long, while there is no room for those that wait. */
  #endSlowest(): void {
    if (this.#unsentBytes < this.#limits.maxUnsentBytes) return;
    const latest = performance.now() - this.#limits.maxLeavingMs;
    for (const [response, since] of this.#leaving) if (since <= latest) response.destroy();
  }

  #beginWaiting(): void {
    const next = () => this.#waiting.take((worldId) => this.#mayBegin(worldId));
    for (let waiting = next(); waiting !== undefined; waiting = next()) {
      this.#count(waiting.worldId, 1);
      waiting.settle(null);
    }
  }
}
