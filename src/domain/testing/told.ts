import type { EventOf, EventType, WorldEvent } from "../event.ts";
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

/** The events of one type, in the order in which they happened. */
export function only<T extends EventType>(type: T, events: readonly (WorldEvent | Told)[]): EventOf<T>[] {
  const isWanted = (event: WorldEvent): event is EventOf<T> => event.type === type;
  return events.map((it) => ("type" in it ? it : it.event)).filter(isWanted);
}

/** The names of the notifications raised. */
export function notificationsIn(events: readonly (WorldEvent | Told)[]): string[] {
  return only("NotificationRaised", events).map(({ name }) => name);
}
