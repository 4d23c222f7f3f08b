import type { CallLog, CallRange, LoggedCall, NotedCall, Notes } from "../store/call-log.ts";
import type { WorldId } from "../store/world-store.ts";
import { unreadable } from "./unavailable.ts";

/** How many calls of a world are kept. */
export const MAX_CALLS = 1_000;

/** How long notes wait for others before they are written, and after a failure. */
const GATHER_MS = 20;
const PAUSE_MS = 1_000;

/** Notes that may still grow. */
interface Pending extends Notes {
  calls: NotedCall[];
  missed: number;
  readonly met: Map<string, number>;
}

/**
 * What this process tells the others about calls and what clients have met. It is written in batches, after the
 * responses. What cannot be written is kept for the next time, except calls that nobody would see any more.
 */
export class CallNotes {
  readonly #log: CallLog;
  #pending = new Map<WorldId, Pending>();
  #last: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: CallLog) {
    this.#log = log;
  }

  addCall(id: WorldId, call: NotedCall): void {
    const notes = this.#of(id);
    notes.calls.push(call);
    // Twice as many, so that a busy world does not copy them with every call.
    if (notes.calls.length === 2 * MAX_CALLS) dropOldest(notes);
    this.#writeIn(GATHER_MS);
  }

  addMet(id: WorldId, name: string): void {
    const { met } = this.#of(id);
    met.set(name, (met.get(name) ?? 0) + 1);
    this.#writeIn(GATHER_MS);
  }

  /** Returns calls of a world, newest first, with all that this process has noted. Rejects with `Unavailable`. */
  async newest(id: WorldId, range: CallRange): Promise<readonly LoggedCall[]> {
    return this.#read(() => this.#log.newest(id, { ...range, limit: Math.min(range.limit, MAX_CALLS) }));
  }

  /** Returns the counts of a world, or with null those of all worlds. Rejects with `Unavailable`. */
  async met(id: WorldId | null): Promise<ReadonlyMap<string, number>> {
    return this.#read(() => this.#log.met(id));
  }

  /** Writes what is left, if that is possible. */
  async close(): Promise<void> {
    await this.#write().catch(() => undefined);
    clearTimeout(this.#timer);
  }

  async #read<T>(read: () => Promise<T>): Promise<T> {
    try {
      await this.#write();
      return await read();
    } catch (error) {
      throw unreadable(error);
    }
  }

  /** Resolves when all notes until now are written. */
  #write(): Promise<void> {
    const written = this.#last.then(() => this.#writePending());
    this.#last = written.catch(() => this.#writeIn(PAUSE_MS));
    return written;
  }

  async #writePending(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const notes = this.#pending;
    if (notes.size === 0) return;
    this.#pending = new Map();
    for (const each of notes.values()) dropOldest(each);
    try {
      await this.#log.write(notes, MAX_CALLS);
    } catch (error) {
      for (const [id, each] of notes) this.#pending.set(id, joined(each, this.#pending.get(id)));
      throw error;
    }
  }

  #writeIn(ms: number): void {
    this.#timer ??= setTimeout(() => void this.#write().catch(() => undefined), ms).unref();
  }

  #of(id: WorldId): Pending {
    const known = this.#pending.get(id);
    if (known !== undefined) return known;
    const begun = { calls: [], missed: 0, met: new Map() };
    this.#pending.set(id, begun);
    return begun;
  }
}

function joined(earlier: Pending, later: Pending | undefined): Pending {
  if (later === undefined) return earlier;
  const met = new Map(earlier.met);
  for (const [name, count] of later.met) met.set(name, (met.get(name) ?? 0) + count);
  const both = { calls: [...earlier.calls, ...later.calls], missed: earlier.missed + later.missed, met };
  dropOldest(both);
  return both;
}

function dropOldest(notes: Pending): void {
  const tooMany = Math.max(0, notes.calls.length - MAX_CALLS);
  if (tooMany === 0) return;
  notes.calls = notes.calls.slice(tooMany);
  notes.missed += tooMany;
}
