import type { components } from "../../src/spec/generated/control-api.ts";

/** A fact of the world, as the stream and `/events` tell it. */
export type HistoryEvent = components["schemas"]["HistoryEvent"];

/** Returns a text of the data of an event, or null if it has none of that name. */
export function textOf(event: HistoryEvent, name: string): string | null {
  const value = event.data[name];
  return typeof value === "string" ? value : null;
}

/** Returns a number of the data of an event, or null if it has none of that name. */
export function numberOf(event: HistoryEvent, name: string): number | null {
  const value = event.data[name];
  return typeof value === "number" ? value : null;
}

/** Returns whether a value of an answer is an event. */
export function isHistoryEvent(value: unknown): value is HistoryEvent {
  return typeof value === "object" && value !== null && "position" in value && "type" in value && "data" in value;
}
