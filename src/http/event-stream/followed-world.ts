import { randomUUID } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { follow } from "../../engine/history/growth.ts";
import type { LiveWorld } from "../../engine/world/live-world.ts";
import { type EventPart, readPart } from "./event-part.ts";
import { Permits } from "./permits.ts";
import type { RecentParts } from "./recent-parts.ts";

/** What the event streams of all worlds share. */
export interface SharedReading {
  readonly recent: RecentParts;
  /** Limits how many parts are read at a time. */
  readonly permits: Permits;
}

/** Stands for a part that was forgotten before a slow client had read it. */
const forgotten = { last: Number.POSITIVE_INFINITY, bytes: null };

/**
 * The history of a world for all clients of its event stream. Clients at the same position share one part, which is
 * read and serialized once, so a hundred clients cost little more than one. A client gets its next part when it has
 * taken the previous one. For a client that is far behind, parts are read from the store again.
 */
export class FollowedWorld {
  readonly #world: LiveWorld;
  readonly #shared: SharedReading;
  /** The first client that needs a part reads it for all. A world uses at most one of the shared permits. */
  readonly #queue = new Permits(1);
  /** Not the id of the world, which can be reused. */
  readonly #key = randomUUID();

  constructor(world: LiveWorld, shared: SharedReading) {
    this.#world = world;
    this.#shared = shared;
  }

  /** Yields the events after a position, and then new ones as they happen. */
  async *parts(after: number, signal: AbortSignal): AsyncIterable<Buffer> {
    const parts = follow(this.#world, after, signal, (seen) => this.#partAfter(seen, signal));
    for await (const { bytes } of parts) {
      if (bytes === null) return;
      yield bytes;
    }
  }

  /** Returns the part after a position, or null if there is none yet. */
  async #partAfter(after: number, signal: AbortSignal): Promise<EventPart | typeof forgotten | null> {
    // This throws if the world has ended.
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
    // Lets other work run before the next part, as sending parts takes time too.
    await nextTurn();
    return part ?? forgotten;
  }
}
