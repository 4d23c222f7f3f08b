import { isDeepStrictEqual } from "node:util";
import { type AgendaType, compareDue } from "../agenda.ts";
import type { Attempt } from "../attempt.ts";
import type { Charge } from "../charge.ts";
import type { Company } from "../company.ts";
import type { Delivery } from "../delivery.ts";
import type { EventOf, EventType } from "../event.ts";
import type { Fault } from "../fault.ts";
import type { Instant } from "../instant.ts";
import type { Ledger } from "../ledger.ts";
import { agendaItems, outboxItems } from "../schedule.ts";
import { defaultSettings } from "../settings.ts";
import type { Subscription } from "../subscription.ts";
import type { Webhook } from "../webhook.ts";
import type { Withdrawal } from "../withdrawal.ts";
import type { World } from "../world.ts";

export type AuditedCompany = Pick<Company, "companyId" | "profile" | "openWithdrawalId" | "inbox">;
export type AuditedCharge = Omit<Charge, "expiryDue"> & { readonly heldCents: number };
export type AuditedSubscription = Omit<Subscription, "billingDue">;
export type AuditedWithdrawal = Omit<Withdrawal, "settlementDue" | "traceparent">;
export type AuditedAttempt = Pick<Attempt, "number" | "attemptedAt" | "url" | "httpStatus" | "failure">;
export interface AuditedDelivery extends Omit<Delivery, "attempts" | "attemptDue" | "traceparent"> {
  /** When the next attempt must be made; null when none must. */
  dueAt: Instant | null;
  /** How often it was asked for again when it had ended. */
  asked: number;
  readonly attempts: AuditedAttempt[];
}

/** Something that the world will do by itself. Of two that are due at once the one that was planned first comes first. */
export interface Planned {
  readonly type: AgendaType;
  readonly id: string;
  readonly at: Instant;
  readonly order: number;
}

/** A fact that must follow at once: the fields that are given must be equal. */
export interface Owed {
  readonly fact: { readonly type: EventType } & Readonly<Record<string, unknown>>;
  /** What the body of a notification must contain. */
  readonly says: readonly string[];
}

/**
 * What is true of a world by its history and the rules alone. It keeps no balances: each reading adds them up anew, so
 * that no mistake is shared with the ledger.
 */
export interface AuditedWorld extends Pick<World, "at" | "epoch" | "clock" | "settings" | "routes"> {
  readonly companies: Map<string, AuditedCompany>;
  readonly charges: Map<string, AuditedCharge>;
  readonly subscriptions: Map<string, AuditedSubscription>;
  readonly withdrawals: Map<string, AuditedWithdrawal>;
  readonly webhooks: Map<string, Webhook>;
  readonly deliveries: Map<string, AuditedDelivery>;
  faults: Map<string, Fault>;
  readonly planned: Map<string, Planned>;
  plans: number;
  owed: Owed[];
  /** Whether its clock ever ran by itself, so that attempts may begin later than they are due. */
  hasRun: boolean;
}

/** What an event of each of these types must fulfil, and what is true after it. */
export type Rules<T extends EventType> = {
  readonly [K in T]: (world: AuditedWorld, event: EventOf<K>, at: Instant) => void;
};

export function newAuditedWorld(): AuditedWorld {
  return {
    at: 0,
    epoch: 0,
    clock: { mode: "frozen", rate: 1 },
    settings: defaultSettings,
    routes: [],
    companies: new Map(),
    charges: new Map(),
    subscriptions: new Map(),
    withdrawals: new Map(),
    webhooks: new Map(),
    deliveries: new Map(),
    faults: new Map(),
    planned: new Map(),
    plans: 0,
    owed: [],
    hasRun: false,
  };
}

export function demand(isSo: boolean, what: string): asserts isSo {
  if (!isSo) throw new Error(what);
}

export function demandEqual(found: unknown, expected: unknown, what: string): void {
  if (isDeepStrictEqual(found, expected)) return;
  throw new Error(`${what} is ${JSON.stringify(found)} and should be ${JSON.stringify(expected)}`);
}

export function the<T>(things: ReadonlyMap<string, T>, id: string): T {
  const thing = things.get(id);
  if (thing === undefined) throw new Error(`there is no ${id}`);
  return thing;
}

export function owe(world: AuditedWorld, fact: Owed["fact"], ...says: string[]): void {
  world.owed.push({ fact, says });
}

export function plan(world: AuditedWorld, type: AgendaType, id: string, at: Instant | null): void {
  world.planned.delete(`${type} ${id}`);
  if (at === null) return;
  world.plans += 1;
  world.planned.set(`${type} ${id}`, { type, id, at, order: world.plans });
}

export function plannedAt(world: AuditedWorld, type: AgendaType, id: string): Instant | null {
  return world.planned.get(`${type} ${id}`)?.at ?? null;
}

/** The next thing that the world must do by itself. */
export function nextPlanned({ planned }: AuditedWorld): Planned | null {
  let next: Planned | null = null;
  for (const item of planned.values()) if (next === null || compareDue(item, next) < 0) next = item;
  return next;
}

/** What every account of a company must show: all payments and withdrawals, added up. */
export function balances({ charges, withdrawals }: AuditedWorld, companyId: string): Ledger {
  const total = { paidIn: 0, reserved: 0, unsettled: 0, gone: 0, fees: 0 };
  for (const charge of charges.values()) {
    if (charge.companyId !== companyId || charge.paidAt === null || charge.reversal !== null) continue;
    total.paidIn += charge.total;
    total.reserved += charge.heldCents;
  }
  for (const { companyId: owner, status, value, fee } of withdrawals.values()) {
    if (owner !== companyId || status === "CANCELLED" || status === "FAILED") continue;
    if (status !== "CONFIRMED") total.unsettled += value;
    else Object.assign(total, { gone: total.gone + value, fees: total.fees + fee });
  }
  const { paidIn, reserved, unsettled, gone, fees } = total;
  return {
    available: paidIn - reserved - unsettled - gone,
    reserved,
    unsettled,
    customers: 0 - paidIn,
    bank: gone - fees,
    fees,
  };
}

/** What must be equal in a world and in what the auditor makes of its history; here as the auditor has it. */
export function auditedView(audited: AuditedWorld): unknown {
  const { at, epoch, clock, settings, routes, planned, companies } = audited;
  return {
    at,
    epoch,
    clock,
    settings,
    routes,
    agenda: [...planned.values()].sort(compareDue).map(({ type, id, at: dueAt }) => ({ type, id, at: dueAt })),
    faults: [...audited.faults.values()],
    companies: [...companies.values()].map((company) => {
      const { companyId } = company;
      const present = new Map([...audited.webhooks].filter(([, { deleted }]) => !deleted));
      const { charges, subscriptions, withdrawals, deliveries } = audited;
      const lists = [charges, subscriptions, withdrawals, present, deliveries].map((all) => idsOf(all, companyId));
      return { ...company, lists, ledger: balances(audited, companyId) };
    }),
    charges: [...audited.charges.values()],
    subscriptions: [...audited.subscriptions.values()],
    withdrawals: [...audited.withdrawals.values()],
    webhooks: [...audited.webhooks.values()],
    deliveries: [...audited.deliveries.values()].map(({ asked: _, ...delivery }) => delivery),
    outbox: [...audited.deliveries.values()]
      .flatMap(({ deliveryId, dueAt }) => (dueAt === null ? [] : [`${deliveryId} ${dueAt}`]))
      .sort(),
    heldBack: [...audited.deliveries.values()].flatMap((one) => (one.heldBack ? [one.deliveryId] : [])),
  };
}

function idsOf(things: ReadonlyMap<string, { readonly companyId: string }>, companyId: string): string[] {
  return [...things].flatMap(([id, one]) => (one.companyId === companyId ? [id] : []));
}

/** The same of a world. `outbox`: attempts under way are not in it, so that it is compared only where none can be. */
export function viewOf(world: World): unknown {
  const { at, epoch, clock, settings, routes, companies } = world;
  return {
    at,
    epoch,
    clock,
    settings,
    routes,
    agenda: agendaItems(world).map(({ type, id, at: dueAt }) => ({ type, id, at: dueAt })),
    faults: [...world.faults.list],
    companies: [...companies.values()].map(({ companyId, profile, openWithdrawalId, inbox, ledger, ...own }) => {
      const lists = [own.chargeIds, own.subscriptionIds, own.withdrawIds, own.webhookIds, own.deliveryIds];
      return { companyId, profile, openWithdrawalId, inbox, lists, ledger };
    }),
    charges: [...world.charges.values()].map(({ expiryDue: _, ...charge }) => {
      const heldCents = companies.get(charge.companyId)?.holds.get(charge.chargeId)?.amountCents ?? 0;
      return { ...charge, heldCents };
    }),
    subscriptions: [...world.subscriptions.values()].map(({ billingDue: _, ...subscription }) => subscription),
    withdrawals: [...world.withdrawals.values()].map(({ settlementDue: _, traceparent: __, ...rest }) => rest),
    webhooks: [...world.webhooks.values()],
    deliveries: [...world.deliveries.values()].map(
      ({ traceparent: _, attemptDue, attempts, fault, heldBack = false, ...rest }) => ({
        ...rest,
        fault,
        heldBack,
        dueAt: attemptDue?.at ?? null,
        attempts: attempts.map(({ number, attemptedAt, url, httpStatus, failure }) => {
          return { number, attemptedAt, url, httpStatus, failure };
        }),
      }),
    ),
    outbox: outboxItems(world)
      .map(({ deliveryId, at: dueAt }) => `${deliveryId} ${dueAt}`)
      .sort(),
    heldBack: [...world.heldBack],
  };
}
