import type { AgendaItem, OutboxItem } from "./agenda.ts";
import type { Charge } from "./charge.ts";
import type { Company } from "./company.ts";
import type { Delivery } from "./delivery.ts";
import { DueQueue } from "./due-queue.ts";
import type { ClockMode } from "./event.ts";
import { type Faults, noFaults } from "./fault.ts";
import { type IdKind, idKinds } from "./identity.ts";
import type { Instant } from "./instant.ts";
import type { Route } from "./route.ts";
import { defaultSettings, type Settings } from "./settings.ts";
import type { Subscription } from "./subscription.ts";
import type { Webhook } from "./webhook.ts";
import type { Withdrawal } from "./withdrawal.ts";

/**
 * One simulated platform instance: plain data that only `evolve` writes. The agenda, the outbox and `heldBack` are
 * indexes over fields of the entities, which are the source of truth.
 */
export interface World {
  seed: string;
  /** The number of rewinds. */
  epoch: number;
  /** The time of the last event. Events never go back in time. */
  at: Instant;
  clock: { mode: ClockMode; rate: number };
  settings: Settings;
  /** Where deliveries to certain hosts really go. */
  routes: readonly Route[];
  faults: Faults;
  /** The number of ids of each kind that were given out in this epoch. */
  readonly minted: Record<IdKind, number>;
  /** The number of items that were ever scheduled. */
  scheduled: number;
  readonly companies: Map<string, Company>;
  readonly charges: Map<string, Charge>;
  readonly subscriptions: Map<string, Subscription>;
  readonly withdrawals: Map<string, Withdrawal>;
  readonly webhooks: Map<string, Webhook>;
  readonly deliveries: Map<string, Delivery>;
  readonly agenda: DueQueue<AgendaItem>;
  /**
   * The attempts that are due or planned. They are separate from the agenda: agenda items happen inside the world at
   * their time; an attempt begins at its time and ends when the receiver responds.
   */
  readonly outbox: DueQueue<OutboxItem>;
  /** The deliveries that wait until a later one was attempted, oldest first. */
  readonly heldBack: Set<string>;
}

/** The world before its first event, `WorldCreated`. */
export function emptyWorld(): World {
  return {
    seed: "",
    epoch: 0,
    at: 0,
    clock: { mode: "frozen", rate: 1 },
    settings: defaultSettings,
    routes: [],
    faults: noFaults,
    minted: Object.fromEntries(idKinds.map((kind) => [kind, 0])) as Record<IdKind, number>,
    scheduled: 0,
    companies: new Map(),
    charges: new Map(),
    subscriptions: new Map(),
    withdrawals: new Map(),
    webhooks: new Map(),
    deliveries: new Map(),
    agenda: new DueQueue(),
    outbox: new DueQueue(),
    heldBack: new Set(),
  };
}

/** The number of things that take most of a world's memory, and of the time to read and write it. */
export function sizeOf({ companies, charges, subscriptions, withdrawals, deliveries }: Readonly<World>): number {
  return companies.size + charges.size + subscriptions.size + withdrawals.size + deliveries.size;
}

export function addCharge(world: World, charge: Charge): void {
  world.charges.set(charge.chargeId, charge);
  existing(world.companies, charge.companyId).chargeIds.push(charge.chargeId);
}

export function addSubscription(world: World, subscription: Subscription): void {
  world.subscriptions.set(subscription.subscriptionId, subscription);
  existing(world.companies, subscription.companyId).subscriptionIds.push(subscription.subscriptionId);
}

export function addWithdrawal(world: World, withdrawal: Withdrawal): void {
  world.withdrawals.set(withdrawal.withdrawId, withdrawal);
  existing(world.companies, withdrawal.companyId).withdrawIds.push(withdrawal.withdrawId);
}

/** Adds a webhook. A deleted one no longer belongs to its company. */
export function addWebhook(world: World, webhook: Webhook): void {
  world.webhooks.set(webhook.webhookId, webhook);
  if (!webhook.deleted) existing(world.companies, webhook.companyId).webhookIds.push(webhook.webhookId);
}

export function addDelivery(world: World, delivery: Delivery): void {
  const { deliveryId, companyId, webhookId, heldBack } = delivery;
  world.deliveries.set(deliveryId, delivery);
  existing(world.companies, companyId).deliveryIds.push(deliveryId);
  existing(world.webhooks, webhookId).deliveryIds.push(deliveryId);
  if (heldBack) world.heldBack.add(deliveryId);
}

/** Returns an entity that must exist because an event of this world says so. Throws if it is missing: a bug. */
export function existing<T>(things: ReadonlyMap<string, T>, id: string): T {
  const thing = things.get(id);
  if (thing === undefined) throw new Error(`the world has no ${id}`);
  return thing;
}
