import { carriedOut } from "../../src/client/unexpected-answer.ts";
import { useRead } from "../state/resource.ts";
import type { HistoryEvent } from "./history-event.ts";

/** Returns the events about something, by its identifier, oldest first. */
export function useEventsAbout(id: string): readonly HistoryEvent[] {
  const query = { about: id, limit: 1_000 };
  const read = useRead(({ control }) => carriedOut(control.GET("/events", { params: { query } })), id);
  return read.value.value?.events ?? [];
}
