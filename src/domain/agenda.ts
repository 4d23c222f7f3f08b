import TinyQueue from "tinyqueue";
import type { Due } from "./due.ts";

export type AgendaType =
  | "hold-release"
  | "charge-expiry"
  | "subscription-charge"
  | "automatic-withdrawal"
  | "settlement";

/** One thing that a world has yet to do; `id` is the charge's, subscription's, company's or withdrawal's. */
export interface AgendaItem extends Due {
  readonly type: AgendaType;
  readonly id: string;
}

export type Agenda = TinyQueue<AgendaItem>;

export function newAgenda(): Agenda {
  return new TinyQueue<AgendaItem>([], compareDue);
}

/** By due time, then in the order of scheduling. */
export function compareDue(a: Due, b: Due): number {
  return a.at - b.at || a.order - b.order;
}
