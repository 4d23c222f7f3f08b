import { type AgendaItem, type AgendaType, compareDue } from "./agenda.ts";
import type { Due } from "./due.ts";
import { earlier, type Instant } from "./instant.ts";
import { nextAttempt } from "./outbox.ts";
import type { World } from "./world.ts";

/** Puts an item on the agenda. The entity stores the returned `Due`; the item is current while it matches that. */
export function schedule(world: World, type: AgendaType, id: string, at: Instant): Due {
  world.scheduled += 1;
  world.agenda.push({ at, order: world.scheduled, type, id });
  return { at, order: world.scheduled };
}

/** Returns the next agenda item, or null. Drops items that are no longer current. */
export function nextDue(world: World): AgendaItem | null {
  for (let item = world.agenda.peek(); item !== undefined; item = world.agenda.peek()) {
    if (isCurrent(world, item)) return item;
    world.agenda.pop();
  }
  return null;
}

/** Returns when something happens next, webhook attempts included, or null. */
export function nextDueAt(world: World): Instant | null {
  return earlier(nextDue(world)?.at ?? null, nextAttempt(world)?.at ?? null);
}

/** Returns all current agenda items in the order in which they will happen. */
export function agendaItems(world: World): AgendaItem[] {
  return world.agenda.data.filter((item) => isCurrent(world, item)).sort(compareDue);
}

function isCurrent(world: World, item: AgendaItem): boolean {
  return dueOf(world, item)?.order === item.order;
}

function dueOf(world: World, { type, id }: AgendaItem): Due | null | undefined {
  switch (type) {
    case "hold-release": {
      const companyId = world.charges.get(id)?.companyId;
      return companyId === undefined ? null : world.companies.get(companyId)?.holds.get(id)?.due;
    }
    case "charge-expiry":
      return world.charges.get(id)?.expiryDue;
    case "subscription-charge":
      return world.subscriptions.get(id)?.billingDue;
    case "automatic-withdrawal":
      return world.companies.get(id)?.automaticWithdrawalDue;
    case "settlement":
      return world.withdrawals.get(id)?.settlementDue;
  }
}
