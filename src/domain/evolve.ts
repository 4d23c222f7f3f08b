import type { Measured } from "./attempt.ts";
import type { EventType, WorldEvent } from "./event.ts";
import { evolveCharges } from "./evolve/charges.ts";
import { evolveCompanies } from "./evolve/companies.ts";
import { evolveDeliveries } from "./evolve/deliveries.ts";
import type { Evolver, Evolvers } from "./evolve/evolver.ts";
import { evolveFaults } from "./evolve/faults.ts";
import { evolveInstance } from "./evolve/instance.ts";
import { evolveSubscriptions } from "./evolve/subscriptions.ts";
import { evolveWebhooks } from "./evolve/webhooks.ts";
import { evolveWithdrawals } from "./evolve/withdrawals.ts";
import type { Instant } from "./instant.ts";
import { post } from "./ledger.ts";
import { postingOf } from "./posting.ts";
import { existing, type World } from "./world.ts";

const evolvers: Evolvers<EventType> = {
  ...evolveInstance,
  ...evolveCompanies,
  ...evolveCharges,
  ...evolveSubscriptions,
  ...evolveWithdrawals,
  ...evolveWebhooks,
  ...evolveDeliveries,
  ...evolveFaults,
};

export const eventTypes: readonly string[] = Object.keys(evolvers);

/**
 * Applies one event to the world, in place. Nothing else writes to a world. Money moves only by the event's posting.
 * Measurements of the event are stored to be shown; no decision reads them.
 */
export function evolve(world: World, event: WorldEvent, at: Instant, measured: Measured = {}): void {
  world.at = at;
  evolverOf(event.type)(world, event, at, measured);
  const posting = postingOf(event);
  if (posting !== null && "companyId" in event) post(existing(world.companies, event.companyId).ledger, posting);
}

function evolverOf<T extends EventType>(type: T): Evolver<T> {
  return evolvers[type];
}
