import type { AgendaItem } from "./agenda.ts";
import type { Command, CommandType } from "./command.ts";
import { decideAutomaticWithdrawals } from "./decide/automatic-withdrawals.ts";
import { decideCharges } from "./decide/charges.ts";
import { decideCompanies } from "./decide/companies.ts";
import { type Decider, type Deciders, type Decision, newContext } from "./decide/decider.ts";
import { decideDeliveries } from "./decide/deliveries.ts";
import { decideFaults, withFaults } from "./decide/faults.ts";
import { decideInstance } from "./decide/instance.ts";
import { decidePayouts } from "./decide/payouts.ts";
import { decideSubscriptions } from "./decide/subscriptions.ts";
import { decideWebhooks } from "./decide/webhooks.ts";
import { decideWithdrawals } from "./decide/withdrawals.ts";
import type { Instant } from "./instant.ts";
import type { Wire } from "./notification.ts";
import { existing, type World } from "./world.ts";

const deciders: Deciders<CommandType> = {
  ...decideInstance,
  ...decideCompanies,
  ...decideCharges,
  ...decideSubscriptions,
  ...decideWithdrawals,
  ...decidePayouts,
  ...decideAutomaticWithdrawals,
  ...decideWebhooks,
  ...decideDeliveries,
  ...decideFaults,
};

/** Decides a command: returns its events and its outcome. Reads the world and changes nothing. */
export function decide(world: Readonly<World>, command: Command, at: Instant, wire: Wire): Decision {
  const decision = deciderOf(command.type)(newContext(world, at, wire), command);
  if (world.faults.list.length === 0) return decision;
  return { ...decision, events: withFaults(world, at, decision.events) };
}

export function commandFor(world: Readonly<World>, { type, companyId, id }: AgendaItem): Command {
  switch (type) {
    case "hold-release":
      return { type: "release-hold", companyId, chargeId: id };
    case "charge-expiry":
      return { type: "expire-charge", companyId, chargeId: id };
    case "subscription-charge":
      return { type: "bill-subscription", companyId, subscriptionId: id, scheduled: true };
    case "automatic-withdrawal":
      return { type: "make-automatic-withdrawal", companyId };
    case "settlement": {
      const { payout } = existing(world.withdrawals, id);
      const outcome = payout?.outcome === "FAILED" ? "FAILED" : "CONFIRMED";
      return { type: "settle-withdrawal", companyId, withdrawId: id, outcome, reason: payout?.reason };
    }
  }
}

function deciderOf<T extends CommandType>(type: T): Decider<T> {
  return deciders[type];
}
