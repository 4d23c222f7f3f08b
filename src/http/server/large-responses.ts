import type { ServerResponse } from "node:http";
import { Unavailable } from "../../engine/unavailable.ts";
import type { Memory } from "../../engine/world/memory.ts";
import { FairQueue } from "../../outbound/fair-queue.ts";
import { isSliceOver, nextSlice } from "../../slices/step-by-step.ts";
import type { UnsentResponses } from "./unsent-responses.ts";

export interface LargeResponseLimits {
  /** Responses that are made at the same time, over all worlds and of one world. When memory is full: one. */
  readonly maxMade: number;
  readonly maxMadePerWorld: number;
  /** How long a response waits for its turn. */
  readonly maxWaitMs: number;
}

const LIMITS: LargeResponseLimits = {
  maxMade: 4,
  maxMadePerWorld: 1,
  maxWaitMs: 10_000,
};

/** How often responses that others wait for are looked at. */
const LOOK_MS = 100;

interface Waiting {
  readonly worldId: string;
  /** Called once: with null when its turn has come, or with why it never will. */
  readonly settle: (problem: Unavailable | null) => void;
}

/**
 * Responses of one kind that can be large. A few are made at a time, in rotation over the worlds, and none while too many
 * bytes of any kind have not left.
 */
export class LargeResponses {
  readonly #memory: Memory;
  readonly #unsent: UnsentResponses;
  readonly #limits: LargeResponseLimits;
  readonly #waiting = new FairQueue<Waiting>();
  #waitingCount = 0;
  #made = 0;
  readonly #madeByWorld = new Map<string, number>();
  /** Whether those that wait are looked at again in the next slice. */
  #awaitsSlice = false;
  #look: NodeJS.Timeout | undefined;

  constructor(memory: Memory, unsent: UnsentResponses, limits: Partial<LargeResponseLimits> = {}) {
    this.#memory = memory;
    this.#unsent = unsent;
    unsent.watch(() => this.#beginWaiting());
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

  #mayBegin(worldId: string): boolean {
    const { maxMade, maxMadePerWorld } = this.#limits;
    if (this.#unsent.isFull || isSliceOver()) return false;
    if (this.#made >= (this.#memory.isFull ? 1 : maxMade)) return false;
    return (this.#madeByWorld.get(worldId) ?? 0) < maxMadePerWorld;
  }

  /** Makes a response that is counted already. */
  #make<T>(worldId: string, make: () => T | Promise<T>): T | Promise<T> {
    let made: T | Promise<T>;
    try {
      made = make();
    } catch (error) {
      this.#hasMade(worldId);
      throw error;
    }
    if (made instanceof Promise) return made.finally(() => this.#hasMade(worldId));
    this.#hasMade(worldId);
    return made;
  }

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
    this.#look ??= setInterval(() => this.#makeRoom(), LOOK_MS).unref();
    this.#makeRoom();
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

  #makeRoom(): void {
    this.#unsent.makeRoom(Array.from(this.#waiting, ({ worldId }) => worldId));
  }

  /** Begins one that waits. The next one follows when this one was made, or in another slice. */
  #beginWaiting(): void {
    const waiting = this.#waiting.take((worldId) => this.#mayBegin(worldId));
    if (waiting !== undefined) {
      this.#count(waiting.worldId, 1);
      waiting.settle(null);
    }
    if (this.#awaitsSlice || this.#waitingCount === 0 || (waiting === undefined && !isSliceOver())) return;
    this.#awaitsSlice = true;
    void nextSlice().then(() => {
      this.#awaitsSlice = false;
      this.#beginWaiting();
    });
  }
}
