import type { AgendaType, Due } from "./agenda.ts";
import type { Charge } from "./charge.ts";
import { type Company, newCompany } from "./company.ts";
import type { Delivery } from "./delivery.ts";
import { type Faults, noFaults } from "./fault.ts";
import type { ReserveHold } from "./reserve.ts";
import { type SavedSettings, withDefaults } from "./settings.ts";
import type { Subscription } from "./subscription.ts";
import type { Webhook } from "./webhook.ts";
import type { Withdrawal } from "./withdrawal.ts";
import {
  addCharge,
  addDelivery,
  addSubscription,
  addWebhook,
  addWithdrawal,
  emptyWorld,
  existing,
  type World,
} from "./world.ts";

const thingsPerStep = 500;

/**
 * A world as plain JSON, with lists instead of maps, in the order of the map. It omits what the rest implies: what
 * belongs to a company or a webhook, which withdrawal is open, the agenda and the outbox.
 */
export interface SavedWorld extends Pick<World, "seed" | "epoch" | "at" | "clock" | "routes" | "minted" | "scheduled"> {
  readonly settings: SavedSettings;
  /** Absent from worlds that were saved before faults existed. */
  readonly faults?: Faults;
  readonly companies: readonly SavedCompany[];
  readonly charges: readonly Charge[];
  readonly subscriptions: readonly Subscription[];
  readonly withdrawals: readonly Withdrawal[];
  readonly webhooks: readonly SavedWebhook[];
  readonly deliveries: readonly Delivery[];
}

export interface SavedCompany
  extends Pick<Company, "companyId" | "profile" | "automaticWithdrawalDue" | "ledger" | "inbox"> {
  /** In the order of creation, which is not the order of the charges. */
  readonly holds: readonly ReserveHold[];
}

/** The log is saved because nothing else has the order in which attempts of several deliveries ended. */
export type SavedWebhook = Omit<Webhook, "deliveryIds">;

/** Returns a world as plain data, to write or copy at once: it shares the world's objects, which will change. */
export function saveWorld(world: Readonly<World>): SavedWorld {
  const { seed, epoch, at, clock, settings, routes, faults, minted, scheduled } = world;
  return {
    seed,
    epoch,
    at,
    clock,
    settings,
    routes,
    minted,
    scheduled,
    faults,
    companies: Array.from(world.companies.values(), saveCompany),
    charges: [...world.charges.values()],
    subscriptions: [...world.subscriptions.values()],
    withdrawals: [...world.withdrawals.values()],
    webhooks: Array.from(world.webhooks.values(), ({ deliveryIds: _, ...webhook }) => webhook),
    deliveries: [...world.deliveries.values()],
  };
}

function saveCompany({ companyId, profile, automaticWithdrawalDue, ledger, holds, inbox }: Company): SavedCompany {
  return { companyId, profile, automaticWithdrawalDue, ledger, holds: [...holds.values()], inbox };
}

/**
 * Restores a saved world in steps of a few hundred objects, so that other work can run between them. It takes over its
 * argument, which the caller may not use afterwards. An attempt that was under way is due again, as its end was not recorded.
 */
export function* restoreInSteps(saved: SavedWorld): Generator<void, World> {
  const { seed, epoch, at, clock, settings, routes, faults = noFaults, minted, scheduled } = saved;
  const world: World = {
    ...emptyWorld(),
    seed,
    epoch,
    at,
    clock,
    settings: withDefaults(settings),
    routes,
    faults,
    minted,
    scheduled,
  };
  for (const company of saved.companies) yield* restoreCompany(world, company);
  yield* inSteps(saved.charges, (charge) => {
    addCharge(world, charge);
    putOnAgenda(world, "charge-expiry", charge.companyId, charge.chargeId, charge.expiryDue);
  });
  yield* inSteps(saved.subscriptions, (subscription) => {
    const { companyId, subscriptionId, billingDue } = subscription;
    addSubscription(world, subscription);
    putOnAgenda(world, "subscription-charge", companyId, subscriptionId, billingDue);
  });
  yield* inSteps(saved.withdrawals, (withdrawal) => {
    const { withdrawId, companyId, status, settlementDue } = withdrawal;
    addWithdrawal(world, withdrawal);
    // A withdrawal is open while it waits for its code.
    if (status === "CREATED") existing(world.companies, companyId).openWithdrawalId = withdrawId;
    putOnAgenda(world, "settlement", companyId, withdrawId, settlementDue);
  });
  yield* inSteps(saved.webhooks, ({ log, ...webhook }) => addWebhook(world, { ...webhook, deliveryIds: [], log }));
  yield* inSteps(saved.deliveries, (delivery) => {
    const { deliveryId, attemptDue } = delivery;
    addDelivery(world, delivery);
    if (attemptDue !== null) world.outbox.push({ ...attemptDue, deliveryId });
  });
  return world;
}

function* inSteps<T>(things: readonly T[], restore: (thing: T) => void): Generator<void, void> {
  for (const [i, thing] of things.entries()) {
    restore(thing);
    if (i % thingsPerStep === thingsPerStep - 1) yield;
  }
}

function* restoreCompany(world: World, { holds, ...saved }: SavedCompany): Generator<void, void> {
  const { companyId, profile, automaticWithdrawalDue } = saved;
  const company = { ...newCompany(companyId, profile), ...saved };
  world.companies.set(companyId, company);
  putOnAgenda(world, "automatic-withdrawal", companyId, companyId, automaticWithdrawalDue);
  yield* inSteps(holds, (hold) => {
    company.holds.set(hold.chargeId, hold);
    putOnAgenda(world, "hold-release", companyId, hold.chargeId, hold.due);
  });
}

function putOnAgenda(world: World, type: AgendaType, companyId: string, id: string, due: Due | null): void {
  if (due !== null) world.agenda.push({ at: due.at, order: due.order, type, companyId, id });
}
