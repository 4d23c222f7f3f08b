import type { TraceEntry } from "../trace/trace.ts";

/** A story cannot go on; the reason says why, in words that users understand. */
export class StoryEnded extends Error {
  override readonly name = "StoryEnded";
  /** What shows why, so that a clause which is broken by it can be named. */
  readonly seen: readonly TraceEntry[];

  constructor(reason: string, seen: readonly TraceEntry[] = []) {
    super(reason);
    this.seen = seen;
  }
}

/** Goes on in another way where a story would end. */
export function orElse<T>(first: Promise<T>, otherwise: () => T | Promise<T>): Promise<T> {
  return first.catch((error: unknown) => {
    if (error instanceof StoryEnded) return otherwise();
    throw error;
  });
}
