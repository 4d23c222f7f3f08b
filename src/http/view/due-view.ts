import { type AgendaItem, compareDue } from "../../domain/agenda.ts";
import type { Cents } from "../../domain/money.ts";
import { agendaItems, outboxItems } from "../../domain/schedule.ts";
import { must, type World } from "../../domain/world.ts";
import { isoInstant } from "./instant-text.ts";

export const dueShape = { dueAt: true, type: true, id: true, companyId: true, amountCents: true } as const;

/** Whose it is, and the money that will move, or null if that is not known before. */
interface Stake {
  readonly companyId: string;
  readonly amountCents: Cents | null;
}

/** Returns what a world has yet to do until an instant, soonest first. */
export function dueUntil(world: Readonly<World>, until: number) {
  const attempts = outboxItems(world).map((item) => {
    const { companyId } = must(world.deliveries, item.deliveryId);
    return { ...item, type: "delivery-attempt", id: item.deliveryId, companyId, amountCents: null };
  });
  const items = agendaItems(world).map((item) => ({ ...item, ...stakeOf(world, item) }));
  return [...items, ...attempts].filter(({ at }) => at <= until).sort(compareDue);
}

/** Shows one of these. */
export function dueView({ at, type, id, companyId, amountCents }: ReturnType<typeof dueUntil>[number]) {
  return { dueAt: isoInstant(at), type, id, companyId, amountCents };
}

function stakeOf(world: Readonly<World>, { type, id }: AgendaItem): Stake {
  switch (type) {
    case "hold-release": {
      const { companyId } = must(world.charges, id);
      return { companyId, amountCents: must(must(world.companies, companyId).holds, id).amountCents };
    }
    case "charge-expiry": {
      const { companyId, total } = must(world.charges, id);
      return { companyId, amountCents: total };
    }
    case "subscription-charge": {
      const { companyId, amountCents } = must(world.subscriptions, id);
      return { companyId, amountCents };
    }
    case "automatic-withdrawal":
      return { companyId: id, amountCents: null };
    case "settlement": {
      const { companyId, value } = must(world.withdrawals, id);
      return { companyId, amountCents: value };
    }
  }
}
