import type { WorldEvent } from "../../domain/event.ts";
import type { Instant } from "../../domain/instant.ts";
import type { Commit, Position } from "../../store/world-store.ts";

/** An event at its place in the history. */
export interface Fact {
  readonly position: Position;
  readonly at: Instant;
  readonly event: WorldEvent;
  /** Whether it is the last event of its command. A world can go back to such a place only. */
  readonly commandEnd: boolean;
}

export function* factsOf({ first, at, events }: Pick<Commit, "first" | "at" | "events">): Iterable<Fact> {
  for (const [i, event] of events.entries()) {
    yield { position: first + i, at, event, commandEnd: i === events.length - 1 };
  }
}
