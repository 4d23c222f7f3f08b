import { effect, signal } from "@preact/signals";
import type { HistoryEvent } from "../../src/spec/generated/control-api.ts";
import { answered } from "../state/answered.ts";
import { client } from "../state/session.ts";
import { recentEvents } from "./follow.ts";
import { overview } from "./overview.ts";

/** Positions have no gaps, so any part of the history can be read by its number. */
const PAGE_EVENTS = 200;
const MAX_PAGES = 20;

/** The pages that were read, the least used first. */
const pages = signal<ReadonlyMap<number, readonly HistoryEvent[]>>(new Map());
const underWay = new Set<number>();

/** Returns the event at a position, if it is here. */
export function eventAt(position: number): HistoryEvent | null {
  const recent = recentEvents.value;
  const first = recent[0]?.position;
  const fromStream = first === undefined ? undefined : recent[position - first];
  if (fromStream?.position === position) return fromStream;
  const page = pages.value.get(pageOf(position));
  return page?.find((event) => event.position === position) ?? null;
}

/** Reads the events of these positions that are not here yet. */
export function wantEvents(from: number, to: number): void {
  for (let position = Math.max(1, from); position <= to; position++) {
    if (eventAt(position) === null) void readPage(pageOf(position));
  }
}

function pageOf(position: number): number {
  return Math.floor((position - 1) / PAGE_EVENTS);
}

async function readPage(page: number): Promise<void> {
  const from = client.peek();
  if (from === null || underWay.has(page)) return;
  underWay.add(page);
  const query = { after: page * PAGE_EVENTS, limit: PAGE_EVENTS };
  const isWanted = () => from === client.peek();
  const answer = await answered(() => from.control.GET("/events", { params: { query } }), isWanted);
  underWay.delete(page);
  if (answer?.data === undefined) return;
  const kept = [...pages.peek()].filter(([number]) => number !== page).slice(1 - MAX_PAGES);
  pages.value = new Map([...kept, [page, answer.data.events]]);
}

/** Forgets the events of a world that is no longer shown. */
export function forgetEventsWithKey(): void {
  effect(() => {
    client.value;
    underWay.clear();
    pages.value = new Map();
  });
}

/** The newest position of the history, and the last one that is forgotten. */
export function historyBounds(): { readonly newest: number; readonly forgotten: number } {
  const world = overview.value.value?.world;
  const fromStream = recentEvents.value.at(-1)?.position ?? 0;
  return { newest: Math.max(world?.position ?? 0, fromStream), forgotten: world?.horizon ?? 0 };
}
