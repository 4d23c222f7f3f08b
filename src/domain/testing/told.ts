import type { EventType, WorldEvent } from "../event.ts";
import type { Instant } from "../instant.ts";

/** A fact of a history and when it became true. */
export interface Told {
  readonly at: Instant;
  readonly event: WorldEvent;
}

/** What kinds of facts they are, in order. */
export function typesOf(events: readonly (WorldEvent | Told)[]): EventType[] {
  return events.map((it) => ("type" in it ? it.type : it.event.type));
}
