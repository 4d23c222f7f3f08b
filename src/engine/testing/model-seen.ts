import type { ModelSettings, ModelState, Verdict } from "./model-state.ts";
import type { ModelWorld } from "./model-world.ts";

/** All that a client can see of a world, in the order in which things were made. */
export interface Seen {
  readonly now: number;
  readonly money: ModelState["money"];
  readonly settings: ModelSettings;
  readonly charges: readonly SeenCharge[];
  readonly holds: readonly { readonly charge: string; readonly cents: number; readonly releaseAt: number }[];
  readonly withdrawals: readonly SeenWithdrawal[];
  readonly open: string | null;
  readonly webhooks: readonly SeenWebhook[];
  readonly deliveries: readonly SeenDelivery[];
  readonly messages: readonly { readonly id: string; readonly withdrawal: string; readonly expiresAt: number }[];
  /** By name. A position is null when no answer has told it. */
  readonly bookmarks: readonly { readonly name: string; readonly position: number | null; readonly at: number }[];
  readonly route: string | null;
}

export interface SeenCharge {
  readonly id: string;
  readonly total: number;
  readonly status: string;
  readonly isReversed: boolean;
  readonly paidAt: number | null;
  readonly expiresAt: number | null;
}

export interface SeenWithdrawal {
  readonly id: string;
  readonly status: string;
  readonly value: number;
  readonly fee: number;
  /** Of the code, while it is awaited. */
  readonly code: { readonly expiresAt: number; readonly attemptsLeft: number } | null;
  readonly settlesAt: number | null;
}

export interface SeenWebhook {
  readonly id: string;
  readonly receiver: number;
  readonly events: readonly string[];
  readonly isActive: boolean;
  readonly deactivatedAt: number | null;
  readonly log: readonly { readonly delivery: string; readonly number: number }[];
}

export interface SeenDelivery {
  readonly id: string;
  readonly webhook: string;
  readonly event: string;
  /** What its body tells. */
  readonly subject: string;
  readonly status: string | null;
  readonly state: string;
  readonly nextAttemptAt: number | null;
  readonly attempts: readonly { readonly at: number; readonly verdict: Verdict }[];
}

/** What the auditor expects a client to see, with the names that `nameOf` has for its keys. */
export function expectedSight({ state, bookmarks, route }: ModelWorld, nameOf: (key: string) => string): Seen {
  const { now, money, settings, charges, holds, withdrawals, webhooks, deliveries, messages } = state;
  const open = withdrawals.find(({ status }) => status === "CREATED");
  return {
    now,
    money: { ...money },
    settings,
    charges: charges.map(({ key, expiry: _, ...charge }) => ({ id: nameOf(key), ...charge })),
    holds: holds.map(({ charge, cents, release }) => ({ charge: nameOf(charge), cents, releaseAt: release.at })),
    withdrawals: withdrawals.map(({ key, codeExpiresAt, wrongAttempts, settlement, ...withdrawal }) => {
      const code = { expiresAt: codeExpiresAt, attemptsLeft: 5 - wrongAttempts };
      const isAwaited = withdrawal.status === "CREATED";
      return { id: nameOf(key), ...withdrawal, code: isAwaited ? code : null, settlesAt: settlement?.at ?? null };
    }),
    open: open === undefined ? null : nameOf(open.key),
    webhooks: webhooks
      .filter(({ isDeleted }) => !isDeleted)
      .map(({ key, receiver, events, isActive, deactivatedAt, log }) => {
        const attempts = log.map(({ delivery, number }) => ({ delivery: nameOf(delivery), number }));
        return { id: nameOf(key), receiver, events, isActive, deactivatedAt, log: attempts };
      }),
    deliveries: deliveries.map(({ key, webhook, subject, attempt, isSingle: _, ...delivery }) => {
      const names = { id: nameOf(key), webhook: nameOf(webhook), subject: nameOf(subject) };
      return { ...names, ...delivery, nextAttemptAt: attempt?.at ?? null };
    }),
    messages: messages.map(({ key, withdrawal, expiresAt }) => {
      return { id: nameOf(key), withdrawal: nameOf(withdrawal), expiresAt };
    }),
    bookmarks: [...bookmarks.entries()]
      .map(([name, { position, state }]) => ({ name, position, at: state.now }))
      .sort((a, b) => (a.name < b.name ? -1 : 1)),
    route,
  };
}
