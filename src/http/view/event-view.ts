import type { WorldEvent } from "../../domain/event.ts";
import type { Instant } from "../../domain/instant.ts";
import { isoInstant, withIsoInstants } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

/** A fact of the history; `data` is what the fact says, by names of its own. */
export interface EventView {
  readonly position: number;
  readonly at: string;
  readonly type: string;
  readonly data: object;
}

export const eventShape: ShapeOf<Record<"position" | "at" | "type" | "data", true>> = {
  position: true,
  at: true,
  type: true,
  data: true,
};

export function eventView(position: number, at: Instant, { type, ...data }: WorldEvent): EventView {
  return { position, at: isoInstant(at), type, data: withIsoInstants(data) };
}
