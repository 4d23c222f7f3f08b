import type { HistoryEvent } from "../../src/spec/generated/control-api.ts";

export function textOf(event: HistoryEvent, name: string): string | null {
  const value = event.data[name];
  return typeof value === "string" ? value : null;
}

export function numberOf(event: HistoryEvent, name: string): number | null {
  const value = event.data[name];
  return typeof value === "number" ? value : null;
}

export function isHistoryEvent(value: unknown): value is HistoryEvent {
  return typeof value === "object" && value !== null && "position" in value && "type" in value && "data" in value;
}
