import { type AgendaItem, type AgendaType, compareDue, type Due, type OutboxItem } from "./agenda.ts";
import type { DueQueue } from "./due-queue.ts";
import { earlier, type Instant } from "./instant.ts";
import type { World } from "./world.ts";

/** Puts an item on the agenda. The entity stores the returned `Due`; the item is current while it matches that. */
export function schedule(world: World, type: AgendaType, companyId: string, id: string, at: Instant): Due {
  const due = newDue(world, at);
  world.agenda.push({ at, order: due.order, type, companyId, id });
  return due;
}

/** Plans an attempt, like `schedule`. */
export function scheduleAttempt(world: World, deliveryId: string, at: Instant): Due {
  const due = newDue(world, at);
  world.outbox.push({ ...due, deliveryId });
  return due;
}

/** Returns the next agenda item, or null. Drops items that are no longer current. */
export function nextDue(world: World): AgendaItem | null {
  return firstCurrent(world.agenda, (item) => dueOf(world, item));
}

/** Returns the next attempt to begin, or null. Drops items that are no longer current. */
export function nextAttempt(world: World): OutboxItem | null {
  return firstCurrent(world.outbox, (item) => attemptDueOf(world, item));
}

/** Returns when something happens next, webhook attempts included, or null. */
export function nextDueAt(world: World): Instant | null {
  return earlier(nextDue(world)?.at ?? null, nextAttempt(world)?.at ?? null);
}

/** Returns all current agenda items in the order in which they will happen. */
export function agendaItems(world: World): AgendaItem[] {
  return allCurrent(world.agenda, (item) => dueOf(world, item));
}

/** Returns every planned attempt that has not begun, in order. */
export function outboxItems(world: World): OutboxItem[] {
  return allCurrent(world.outbox, (item) => attemptDueOf(world, item));
}

function newDue(world: World, at: Instant): Due {
  world.scheduled += 1;
  return { at, order: world.scheduled };
}

type StoredDue<T> = (item: T) => Due | null | undefined;

function firstCurrent<T extends Due>(queue: DueQueue<T>, storedDue: StoredDue<T>): T | null {
  for (let item = queue.peek(); item !== undefined; item = queue.peek()) {
    if (storedDue(item)?.order === item.order) return item;
    queue.pop();
  }
  return null;
}

function allCurrent<T extends Due>(queue: DueQueue<T>, storedDue: StoredDue<T>): T[] {
  return [...queue].filter((item) => storedDue(item)?.order === item.order).sort(compareDue);
}

function attemptDueOf({ deliveries }: World, { deliveryId }: OutboxItem): Due | null | undefined {
  return deliveries.get(deliveryId)?.attemptDue;
}

function dueOf(world: World, { type, companyId, id }: AgendaItem): Due | null | undefined {
  switch (type) {
    case "hold-release":
      return world.companies.get(companyId)?.holds.get(id)?.due;
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
