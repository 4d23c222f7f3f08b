import type { Measured } from "./attempt.ts";
import type { EventType, WorldEvent } from "./event.ts";
import { evolveCharges } from "./evolve/charges.ts";
import { evolveCompanies } from "./evolve/companies.ts";
import { evolveDeliveries } from "./evolve/deliveries.ts";
import type { Evolver, Evolvers } from "./evolve/evolver.ts";
import { evolveFaults } from "./evolve/faults.ts";
import { evolveHistory } from "./evolve/history.ts";
import { evolveInstance } from "./evolve/instance.ts";
import { evolveSubscriptions } from "./evolve/subscriptions.ts";
import { evolveWebhooks } from "./evolve/webhooks.ts";
import { evolveWithdrawals } from "./evolve/withdrawals.ts";
import type { Instant } from "./instant.ts";
import { post } from "./ledger.ts";
import { postingOf } from "./posting.ts";
import { must, type World } from "./world.ts";

const evolvers: Evolvers<EventType> = {
  ...evolveInstance,
  ...evolveHistory,
  ...evolveCompanies,
  ...evolveCharges,
  ...evolveSubscriptions,
  ...evolveWithdrawals,
  ...evolveWebhooks,
  ...evolveDeliveries,
  ...evolveFaults,
};

/**
 * Applies one fact to the world, in place; nothing else ever writes to a world. Money moves by the fact's posting and
 * in no other way. What was measured when the fact became true is kept to be shown; nothing is decided by it.
 */
export function evolve(world: World, event: WorldEvent, at: Instant, measured: Measured = {}): void {
  world.at = at;
  evolverOf(event.type)(world, event, at, measured);
  const posting = postingOf(event);
  if (posting !== null && "companyId" in event) post(must(world.companies, event.companyId).ledger, posting);
}

function evolverOf<T extends EventType>(type: T): Evolver<T> {
  return evolvers[type];
}
