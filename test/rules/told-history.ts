import type { Ask } from "../../src/client/connection.ts";
import type { WorldEvent } from "../../src/domain/event.ts";
import type { Told } from "../../src/domain/testing/told.ts";
import { isRow, numberOf, type Row, rowsOf } from "./json-reading.ts";

const pageOf = 1_000;

/** Facts of a history as it is shown, and how far it goes. */
export interface HistoryPage {
  readonly horizon: number;
  readonly facts: readonly { readonly position: number; readonly told: Told }[];
}

/** All that a history shows after a position, page by page. */
export async function* historyAfter(ask: Ask, position: number): AsyncGenerator<HistoryPage> {
  for (let next: unknown = position; typeof next === "number"; ) {
    const page = await ask("GET", `/sandbox/events?after=${next}&limit=${pageOf}`);
    const facts = rowsOf(page, "events").map((row) => ({ position: Number(row.position), told: toldOf(row) }));
    yield { horizon: numberOf(page, "horizon"), facts };
    next = page.at("next");
  }
}

/** An event as the sandbox has it, of one as it shows it: instants are texts there. */
export function toldOf(row: Row): Told {
  const { at, type, data } = row;
  return { at: Date.parse(String(at)), event: { type, ...Object(withInstants("", data)) } as WorldEvent };
}

function withInstants(name: string, value: unknown): unknown {
  if (typeof value === "string") return name.endsWith("At") ? Date.parse(value) : value;
  if (Array.isArray(value)) return value.map((item) => withInstants("", item));
  if (!isRow(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withInstants(key, item)]));
}
