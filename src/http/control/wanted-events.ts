import type { WorldEvent } from "../../domain/event.ts";
import type { Fact } from "../../engine/history/fact.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { instantOf } from "../../spec/given-instant.ts";

/** Which events a caller asks for. What is not given selects all. */
type WantedEvents = NonNullable<operations["listEvents"]["parameters"]["query"]>;

export function wanted({ type, about, companyId, from, to }: WantedEvents): (fact: Fact) => boolean {
  const types = type?.split(",");
  const first = from === undefined ? Number.NEGATIVE_INFINITY : instantOf(from);
  const last = to === undefined ? Number.POSITIVE_INFINITY : instantOf(to);
  return ({ event, at }) =>
    (types === undefined || types.includes(event.type)) &&
    (companyId === undefined || !("companyId" in event) || event.companyId === companyId) &&
    (about === undefined || isAbout(event, about)) &&
    at >= first &&
    at <= last;
}

function isAbout(event: WorldEvent, id: string): boolean {
  if (Object.entries(event).some(([name, value]) => name.endsWith("Id") && value === id)) return true;
  if (event.type !== "NotificationRaised") return false;
  return event.deliveries.some(({ deliveryId, webhookId }) => deliveryId === id || webhookId === id);
}
