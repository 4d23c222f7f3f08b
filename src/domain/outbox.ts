import { compareDue, type OutboxItem } from "./agenda.ts";
import type { Due } from "./due.ts";
import type { Instant } from "./instant.ts";
import type { World } from "./world.ts";

/** Plans an attempt. The delivery stores the returned `Due`; an item is current while it matches that. */
export function scheduleAttempt(world: World, deliveryId: string, at: Instant): Due {
  world.scheduled += 1;
  world.outbox.push({ at, order: world.scheduled, deliveryId });
  return { at, order: world.scheduled };
}

/** Returns the next attempt to begin, or null. Drops items that are no longer current. */
export function nextAttempt(world: World): OutboxItem | null {
  for (let item = world.outbox.peek(); item !== undefined; item = world.outbox.peek()) {
    if (isCurrent(world, item)) return item;
    world.outbox.pop();
  }
  return null;
}

/** Returns every planned attempt that has not begun, in order. */
export function outboxItems(world: World): OutboxItem[] {
  return world.outbox.data.filter((item) => isCurrent(world, item)).sort(compareDue);
}

function isCurrent(world: World, { deliveryId, order }: OutboxItem): boolean {
  return world.deliveries.get(deliveryId)?.attemptDue?.order === order;
}
