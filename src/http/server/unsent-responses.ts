import type { ServerResponse } from "node:http";

export interface UnsentLimits {
  /** Bytes of responses that have not left; beyond, further ones wait. */
  readonly maxBytes: number;
  /** While others wait for room, a response that has been leaving longer than this is ended. */
  readonly maxLeavingMs: number;
  /** The same for the world with the most bytes, when a world waits of which nothing is leaving. */
  readonly maxLeavingOfMostMs: number;
  /** A response of which the client takes nothing for this time is ended. */
  readonly maxUnreadMs: number;
}

const LIMITS: UnsentLimits = {
  maxBytes: 64 * 1024 * 1024,
  maxLeavingMs: 5_000,
  maxLeavingOfMostMs: 1_000,
  maxUnreadMs: 60_000,
};

/** Smaller responses are not counted. */
const MIN_COUNTED_BYTES = 16 * 1024;

interface Leaving {
  readonly worldId: string;
  readonly bytes: number;
  readonly since: number;
}

/** The bytes of large responses that clients have not taken. They are bounded, so that unread ones do not fill the memory. */
export class UnsentResponses {
  readonly #limits: UnsentLimits;
  #bytes = 0;
  /** The oldest first. */
  readonly #leaving = new Map<ServerResponse, Leaving>();
  readonly #onRoom: (() => void)[] = [];

  constructor(limits: Partial<UnsentLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits };
  }

  get isFull(): boolean {
    return this.#bytes >= this.#limits.maxBytes;
  }

  /** Calls `onRoom` whenever a response has left. */
  watch(onRoom: () => void): void {
    this.#onRoom.push(onRoom);
  }

  /** Counts the bytes of a response, which was sent, until they have left. */
  leaves(worldId: string, response: ServerResponse): void {
    const bytes = response.writableLength;
    if (bytes < MIN_COUNTED_BYTES || response.destroyed) return;
    this.#leaving.set(response, { worldId, bytes, since: performance.now() });
    this.#bytes += bytes;
    response.setTimeout(this.#limits.maxUnreadMs, () => response.destroy());
    response.once("close", () => this.#left(response));
  }

  #left(response: ServerResponse): void {
    this.#bytes -= this.#leaving.get(response)?.bytes ?? 0;
    this.#leaving.delete(response);
    for (const tell of this.#onRoom) tell();
  }

  /** Ends responses for those that wait, by their worlds, as long as there is no room. */
  makeRoom(waiting: Iterable<string>): void {
    if (!this.isFull) return;
    this.#end(() => true, this.#limits.maxLeavingMs);
    const bytesByWorld = new Map<string, number>();
    for (const { worldId, bytes } of this.#leaving.values()) {
      bytesByWorld.set(worldId, (bytesByWorld.get(worldId) ?? 0) + bytes);
    }
    const [most] = [...bytesByWorld].toSorted(([, one], [, other]) => other - one);
    const hasNone = [...waiting].some((worldId) => !bytesByWorld.has(worldId));
    if (most !== undefined && hasNone) this.#end(({ worldId }) => worldId === most[0], this.#limits.maxLeavingOfMostMs);
  }

  /** Ends those that have been leaving longer, the oldest first, until there is room. */
  #end(isMeant: (leaving: Leaving) => boolean, maxLeavingMs: number): void {
    const latest = performance.now() - maxLeavingMs;
    for (const [response, leaving] of this.#leaving) {
      if (!this.isFull) return;
      if (leaving.since > latest || !isMeant(leaving)) continue;
      response.destroy();
      this.#left(response);
    }
  }
}
