import type { Attempt } from "../../domain/attempt.ts";
import type { Delivery } from "../../domain/delivery.ts";
import { durationMs } from "../../domain/duration.ts";
import { attemptsLeft } from "../../domain/otp.ts";
import type { Settings } from "../../domain/settings.ts";
import type { Withdrawal } from "../../domain/withdrawal.ts";
import { must } from "../../domain/world.ts";
import type { Position } from "../../store/world-store.ts";
import type { Moment } from "../world/moment.ts";
import type { Seen, SeenDelivery, SeenWithdrawal } from "./model-seen.ts";
import type { ModelSettings, Verdict } from "./model-state.ts";

/** What a client sees of a world, and how far its history has come. */
export interface Sight {
  readonly seen: Seen;
  readonly position: Position;
}

export const receiverHost = "hooks.acme.dev";

/** Where a receiver is found. */
export function receiverUrl(receiver: number): string {
  return `https://${receiverHost}/${receiver}`;
}

export function receiverOf(url: string): number {
  return Number(url.slice(url.lastIndexOf("/") + 1));
}

/** Looks at all that a client could ask for, at one moment. */
export function sightOf({ world, at: now, position, chronicle }: Moment, companyId: string): Sight {
  const company = must(world.companies, companyId);
  const each = <T>(ids: readonly string[], things: ReadonlyMap<string, T>) => ids.map((id) => must(things, id));
  const bookmarks = [...chronicle.bookmarks.values()].map(({ name, position, at }) => ({ name, position, at }));
  const seen: Seen = {
    now,
    money: { ...company.ledger },
    settings: settingsSeen(world.settings),
    charges: each(company.chargeIds, world.charges).map((charge) => {
      const { chargeId: id, total, paymentStatus: status, reversal, paidAt, expiresAt } = charge;
      return { id, total, status, isReversed: reversal !== null, paidAt, expiresAt };
    }),
    holds: [...company.holds.values()].map(({ chargeId, amountCents, due }) => {
      return { charge: chargeId, cents: amountCents, releaseAt: due.at };
    }),
    withdrawals: each(company.withdrawIds, world.withdrawals).map(withdrawalSeen),
    open: company.openWithdrawalId,
    webhooks: each(company.webhookIds, world.webhooks).map(
      ({ webhookId: id, url, events, active, deactivatedAt, log }) => {
        const attempts = log.map(({ deliveryId, number }) => ({ delivery: deliveryId, number }));
        return { id, receiver: receiverOf(url), events, isActive: active, deactivatedAt, log: attempts };
      },
    ),
    deliveries: each(company.deliveryIds, world.deliveries).map(deliverySeen),
    messages: company.inbox.map(({ messageId: id, withdrawId: withdrawal, expiresAt }) => ({
      id,
      withdrawal,
      expiresAt,
    })),
    bookmarks: bookmarks.sort((a, b) => (a.name < b.name ? -1 : 1)),
    route: world.routes[0]?.target ?? null,
  };
  // What goes on in the world must not change what was seen.
  return { seen: structuredClone(seen), position };
}

function settingsSeen(settings: Settings): ModelSettings {
  const { retention, settlement } = settings;
  const basisPoints = Math.round((retention?.percent ?? 0) * 100);
  return {
    minimum: settings.minimumWithdrawal,
    fee: settings.withdrawalFee,
    otpLifetimeMs: durationMs(settings.otpLifetime),
    manualApproval: settings.manualApproval,
    retention: retention === null ? null : { basisPoints, holdForMs: durationMs(retention.holdFor) },
    settlementDelayMs: durationMs(settlement.delay),
    settlementOutcome: settlement.outcome,
  };
}

function withdrawalSeen(withdrawal: Withdrawal): SeenWithdrawal {
  const { withdrawId: id, status, value, fee, settlementDue } = withdrawal;
  const otp = status === "CREATED" ? withdrawal.otp : null;
  const code = otp === null ? null : { expiresAt: otp.expiresAt, attemptsLeft: attemptsLeft(otp) };
  return { id, status, value, fee, code, settlesAt: settlementDue?.at ?? null };
}

function deliverySeen({
  deliveryId: id,
  webhookId: webhook,
  event,
  body,
  state,
  attemptDue,
  attempts,
}: Delivery): SeenDelivery {
  const made = attempts.map((attempt) => ({ at: attempt.attemptedAt, verdict: verdictOf(attempt) }));
  return { id, webhook, event, ...told(body), state, nextAttemptAt: attemptDue?.at ?? null, attempts: made };
}

function verdictOf({ failure }: Attempt): Verdict {
  if (failure === null) return "ok";
  return failure === "TIMEOUT" ? "timeout" : "refused";
}

/** What a body says, which on this stage is the notification as it is. */
function told(body: string): { subject: string; status: string | null } {
  const { charge, withdrawal, webhookId } = JSON.parse(body);
  if (charge !== undefined) return { subject: charge.chargeId, status: charge.paymentStatus };
  if (withdrawal !== undefined) return { subject: withdrawal.withdrawId, status: withdrawal.status };
  return { subject: webhookId, status: null };
}
