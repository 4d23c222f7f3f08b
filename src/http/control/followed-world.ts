import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { follow } from "../../engine/history/follow.ts";
import type { LiveWorld } from "../../engine/live-world.ts";
import { Permits } from "../../engine/permits.ts";
import { type EventPart, readPart } from "./event-part.ts";
import type { RecentParts } from "./recent-parts.ts";

/** What the followers of all worlds share. */
export interface SharedReading {
  readonly recent: RecentParts;
  /** For taking a part. */
  readonly permits: Permits;
}

/** After a position nothing is there any more: it was forgotten before this client, which is slow, had read it. */
const forgotten = { last: Number.POSITIVE_INFINITY, bytes: null };

/**
 * The history of a world for all clients of its event stream. Each part of it is read and serialized once for those who
 * are at the same position, so that following what is new costs little more for a hundred clients than for one. A client
 * is given its next part when it has taken the last one. One that is far behind has its parts read again from the store.
 */
export class FollowedWorld {
  readonly #world: LiveWorld;
  readonly #shared: SharedReading;
  /** The first client that wants a part reads it for all. No world uses more than one of the shared permits. */
  readonly #queue = new Permits(1);
  /** Ids of worlds can be used again. */
  readonly #key = randomUUID();

  constructor(world: LiveWorld, shared: SharedReading) {
    this.#world = world;
    this.#shared = shared;
  }

  /** The events after a position and, as the history goes on, those that come. */
  async *parts(after: number, signal: AbortSignal): AsyncIterable<Buffer> {
    const parts = follow(this.#world, after, signal, (seen) => this.#partAfter(seen, signal));
    for await (const { bytes } of parts) {
      if (bytes === null) return;
      yield bytes;
    }
  }

  /** The part after a position, or null when nothing comes after it yet. */
  async #partAfter(after: number, signal: AbortSignal): Promise<EventPart | typeof forgotten | null> {
    // Asked of the world itself: one that has ended says so here.
    const end = await this.#world.transact(({ position }) => position);
    if (after >= end) return null;
    const take = () => this.#shared.permits.run(() => this.#take(after), signal);
    return this.#queue.run(take, signal);
  }

  async #take(after: number): Promise<EventPart | typeof forgotten> {
    const { recent } = this.#shared;
    const key = `${this.#key} ${after}`;
    const part = recent.get(key) ?? (await readPart(this.#world, after));
    if (part !== null) recent.add(key, part);
    // Whatever else the process has to do comes before the next part: sending them takes time, too.
    await nextTurn();
    return part ?? forgotten;
  }
}
