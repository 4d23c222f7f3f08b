import type { Instant } from "./instant.ts";

/** When something will happen. `order` ranks what is due at the same instant: first scheduled, first done. */
export interface Due {
  readonly at: Instant;
  readonly order: number;
}

export type AgendaType =
  | "hold-release"
  | "charge-expiry"
  | "subscription-charge"
  | "automatic-withdrawal"
  | "settlement";

/** Something that a world will do; `id` is that of the charge, subscription, company or withdrawal. */
export interface AgendaItem extends Due {
  readonly type: AgendaType;
  readonly companyId: string;
  readonly id: string;
}

/** The next attempt of a delivery. */
export interface OutboxItem extends Due {
  readonly deliveryId: string;
}

/** By due time, then in the order of scheduling. */
export function compareDue(a: Due, b: Due): number {
  return a.at - b.at || a.order - b.order;
}
