import { type AgendaItem, compareDue } from "../../domain/agenda.ts";
import type { Cents } from "../../domain/money.ts";
import { agendaItems, outboxItems } from "../../domain/schedule.ts";
import { existing, type World } from "../../domain/world.ts";
import { isoInstant } from "./instant-text.ts";

/** Returns what a world has yet to do until an instant, soonest first. */
export function dueUntil(world: Readonly<World>, until: number) {
  const attempts = outboxItems(world).map((item) => {
    const { companyId } = existing(world.deliveries, item.deliveryId);
    return { ...item, type: "delivery-attempt", id: item.deliveryId, companyId, amountCents: null };
  });
  const items = agendaItems(world).map((item) => ({ ...item, amountCents: amountOf(world, item) }));
  return [...items, ...attempts].filter(({ at }) => at <= until).sort(compareDue);
}

export function dueView({ at, type, id, companyId, amountCents }: ReturnType<typeof dueUntil>[number]) {
  return { dueAt: isoInstant(at), type, id, companyId, amountCents };
}

/** Returns the money that will move, or null if that is not known before. */
function amountOf(world: Readonly<World>, { type, companyId, id }: AgendaItem): Cents | null {
  switch (type) {
    case "hold-release":
      return existing(existing(world.companies, companyId).holds, id).amountCents;
    case "charge-expiry":
      return existing(world.charges, id).total;
    case "subscription-charge":
      return existing(world.subscriptions, id).amountCents;
    case "automatic-withdrawal":
      return null;
    case "settlement":
      return existing(world.withdrawals, id).value;
  }
}
