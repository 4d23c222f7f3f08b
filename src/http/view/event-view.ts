import { customerIdOf } from "../../domain/charge.ts";
import type { WorldEvent } from "../../domain/event.ts";
import type { Fact } from "../../engine/history/fact.ts";
import { isoInstant, withIsoInstants } from "./instant-text.ts";

/** An event of the history. `seed` is the world's. */
export function eventView({ position, at, event, commandEnd }: Fact, seed: string) {
  const { type, ...data } = withCustomerId(event, seed);
  return { position, at: isoInstant(at), type, data: withIsoInstants(data), commandEnd };
}

/** Events keep what the caller sent; on the wire every customer has an id. */
function withCustomerId(event: WorldEvent, seed: string): WorldEvent {
  if (!("customer" in event) || event.customer === null) return event;
  return { ...event, customer: { ...event.customer, id: customerIdOf(event.customer, event.companyId, seed) } };
}
