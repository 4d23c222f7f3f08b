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

/** The next attempt of a delivery. */
export interface OutboxItem extends Due {
  readonly deliveryId: string;
}

export type Agenda = TinyQueue<AgendaItem>;

/**
 * The attempts that are yet to be made. They stand apart from the agenda: what is on the agenda happens at its time
 * within the world, an attempt is begun at its time, and ends when the outside world says so.
 */
export type Outbox = TinyQueue<OutboxItem>;

export function newAgenda(): Agenda {
  return new TinyQueue<AgendaItem>([], compareDue);
}

export function newOutbox(): Outbox {
  return new TinyQueue<OutboxItem>([], compareDue);
}

/** By due time, then in the order of scheduling. */
export function compareDue(a: Due, b: Due): number {
  return a.at - b.at || a.order - b.order;
}
