import { type Agenda, newAgenda, newOutbox, type Outbox } from "./agenda.ts";
import type { Charge } from "./charge.ts";
import type { Company } from "./company.ts";
import type { Delivery } from "./delivery.ts";
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
 * One simulated platform instance. Plain data, written by `evolve` alone. The agenda, the outbox and what is held back are
 * indexes over the entities' own fields, which alone say what is still to be done.
 */
export interface World {
  seed: string;
  /** How many rewinds there were. */
  epoch: number;
  /** The time of the last fact; no fact is older than the one before it. */
  at: Instant;
  clock: { mode: ClockMode; rate: number };
  settings: Settings;
  /** How local receivers are reached. */
  routes: readonly Route[];
  /** What is to go wrong. */
  faults: Faults;
  /** How many identifiers of each kind were given out in this epoch. */
  readonly minted: Record<IdKind, number>;
  /** How many things were ever scheduled. */
  scheduled: number;
  readonly companies: Map<string, Company>;
  readonly charges: Map<string, Charge>;
  readonly subscriptions: Map<string, Subscription>;
  readonly withdrawals: Map<string, Withdrawal>;
  readonly webhooks: Map<string, Webhook>;
  readonly deliveries: Map<string, Delivery>;
  readonly agenda: Agenda;
  readonly outbox: Outbox;
  /** The deliveries that wait for another one to overtake them, oldest first. */
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
    agenda: newAgenda(),
    outbox: newOutbox(),
    heldBack: new Set(),
  };
}

/** A thing that must be there because a fact of this world says so; that it is missing is a bug, not a bad request. */
export function must<T>(things: ReadonlyMap<string, T>, id: string): T {
  const thing = things.get(id);
  if (thing === undefined) throw new Error(`the world has no ${id}`);
  return thing;
}
