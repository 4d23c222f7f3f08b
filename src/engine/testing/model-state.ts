import { randomUUID } from "node:crypto";

/**
 * What an independent auditor holds to be true of a company and its world. Written from the rules alone: neither this nor
 * any other `model-` file imports anything of the product. Everything has a key of the auditor's own; which identifier
 * the world has given it is no matter here.
 */
export interface ModelState {
  now: number;
  readonly money: Record<"available" | "reserved" | "unsettled" | "customers" | "bank" | "fees", number>;
  /** How many things were ever planned: of two that are due at once the one that was planned first comes first. */
  planned: number;
  settings: ModelSettings;
  readonly charges: ModelCharge[];
  /** In the order in which they were made. */
  holds: ModelHold[];
  readonly withdrawals: ModelWithdrawal[];
  readonly webhooks: ModelWebhook[];
  readonly deliveries: ModelDelivery[];
  readonly messages: ModelMessage[];
}

export interface ModelSettings {
  readonly minimum: number;
  readonly fee: number;
  readonly otpLifetimeMs: number;
  readonly manualApproval: boolean;
  readonly retention: { readonly basisPoints: number; readonly holdForMs: number } | null;
  readonly settlementDelayMs: number;
  readonly settlementOutcome: "CONFIRMED" | "FAILED" | "MANUAL";
}

export interface Planned {
  readonly at: number;
  readonly order: number;
}

export interface ModelCharge {
  readonly key: string;
  readonly total: number;
  status: "PENDING" | "PROCESSING" | "PAID" | "EXPIRED" | "REFUNDED";
  isReversed: boolean;
  paidAt: number | null;
  readonly expiresAt: number | null;
  expiry: Planned | null;
}

export interface ModelHold {
  readonly charge: string;
  readonly cents: number;
  readonly release: Planned;
}

export interface ModelWithdrawal {
  readonly key: string;
  status: "CREATED" | "PENDING_REVIEW" | "APPROVED" | "CONFIRMED" | "FAILED" | "CANCELLED";
  readonly value: number;
  readonly fee: number;
  codeExpiresAt: number;
  wrongAttempts: number;
  /** How it ends by itself. */
  settlement: (Planned & { readonly outcome: "CONFIRMED" | "FAILED" }) | null;
}

export interface ModelWebhook {
  readonly key: string;
  /** Which receiver it points to. */
  readonly receiver: number;
  readonly events: readonly string[];
  isActive: boolean;
  deactivatedAt: number | null;
  isDeleted: boolean;
  /** Attempts in the order in which they ended. */
  readonly log: { readonly delivery: string; readonly number: number }[];
}

export interface ModelDelivery {
  readonly key: string;
  readonly webhook: string;
  readonly event: string;
  /** The charge, the withdrawal or the webhook that the notification is about. */
  readonly subject: string;
  /** The status that the notification tells of. */
  readonly status: string | null;
  state: "PENDING" | "DELIVERED" | "FAILED" | "CANCELLED";
  isSingle: boolean;
  attempt: Planned | null;
  readonly attempts: { readonly at: number; readonly verdict: Verdict }[];
}

/** How an attempt ends. */
export type Verdict = "ok" | "refused" | "timeout";

/** What a receiver makes of an attempt. It depends on nothing else, so that an attempt made again ends the same way. */
export type Receivers = (receiver: number, event: string, at: number) => Verdict;

export interface ModelMessage {
  readonly key: string;
  readonly withdrawal: string;
  readonly expiresAt: number;
}

export const modelDefaults: ModelSettings = {
  minimum: 101,
  fee: 200,
  otpLifetimeMs: 300_000,
  manualApproval: false,
  retention: null,
  settlementDelayMs: 10_000,
  settlementOutcome: "CONFIRMED",
};

/** A world at its beginning: what a company has to begin with came in by a charge. */
export function newModelState(now: number, balance: number): ModelState {
  const opening = { total: balance, status: "PAID", isReversed: false, paidAt: now } as const;
  return {
    now,
    money: { available: balance, reserved: 0, unsettled: 0, customers: -balance, bank: 0, fees: 0 },
    planned: 0,
    settings: modelDefaults,
    charges: [{ key: newKey(), ...opening, expiresAt: null, expiry: null }],
    holds: [],
    withdrawals: [],
    webhooks: [],
    deliveries: [],
    messages: [],
  };
}

export function newKey(): string {
  return randomUUID();
}

export function plan(state: ModelState, at: number): Planned {
  state.planned += 1;
  return { at, order: state.planned };
}

export function find<T extends { readonly key: string }>(things: readonly T[], key: string): T {
  const thing = things.find((one) => one.key === key);
  if (thing === undefined) throw new Error("the auditor has lost something");
  return thing;
}

/** The first of those that are planned. */
export function firstPlanned<T extends { readonly planned: Planned }>(items: readonly T[]): T | undefined {
  return [...items].sort(({ planned: a }, { planned: b }) => a.at - b.at || a.order - b.order)[0];
}

/** All that is given an identifier. */
export function thingsOf({ charges, withdrawals, webhooks, deliveries, messages }: ModelState) {
  return [...charges, ...withdrawals, ...webhooks, ...deliveries, ...messages];
}
