import type { ChargeIds, PaymentStatus } from "../charge.ts";
import type { Command, CommandOf, CommandType } from "../command.ts";
import { profileProblems, withProfileChanges } from "../company.ts";
import { durationMs, durationProblem } from "../duration.ts";
import type { EventType } from "../event.ts";
import { type Fault, faultProblems, MAX_FAULTS, type RateLimit } from "../fault.ts";
import type { Instant } from "../instant.ts";
import { selectableEvents } from "../notification.ts";
import type { Otp } from "../otp.ts";
import type { OutcomeType } from "../outcome.ts";
import { parseRoutes } from "../route.ts";
import { settingsProblems, withChanges } from "../settings.ts";
import type { SubscriptionIds, SubscriptionStatus } from "../subscription.ts";
import type { Webhook, WebhookIds, WebhookTerms } from "../webhook.ts";
import { webhookUrlRefusal } from "../webhook-url.ts";
import type { WithdrawalIds, WithdrawalStatus } from "../withdrawal.ts";
import { type AuditedSubscription, type AuditedWorld, balances } from "./audited-world.ts";

type Fields = Readonly<Record<string, unknown>>;
type Fact = Fields & { readonly type: EventType };

/** The answer that a command must have, and the first fact that it makes true; null where it makes none. */
export interface Foretold {
  readonly outcome: Fields & { readonly type: OutcomeType };
  readonly fact: Fact | null;
  /** Of a new charge, whether it is paid at once. */
  readonly isPaid?: boolean;
}

type Rule<C> = (world: AuditedWorld, command: C, at: Instant, isRightCode: boolean) => Foretold;

/** Whether a limit lets no call through. */
function isUsedUp({ window, requests }: RateLimit, at: Instant): boolean {
  return window !== null && window.since <= at && at < window.endsAt && window.used === requests;
}

const notAllowed = no("value-not-allowed");

const rules: { readonly [T in CommandType]: Rule<CommandOf<T>> } = {
  "create-charge": (_world, { companyId, total, expiresIn, retention = null, ...asked }) => {
    if (durationProblem(expiresIn ?? "PT0S") !== null) return notAllowed;
    if (retention !== null && durationProblem(retention.holdFor) !== null) return notAllowed;
    const { externalId = null, customer = null } = asked;
    const made = yes("charge-created", "ChargeCreated", { companyId, total, externalId, retention, customer });
    return { ...made, isPaid: asked.paid === true };
  },
  "process-charge": ofCharge("ChargeProcessing", "PENDING"),
  "pay-charge": ofCharge("ChargePaid", "PENDING", "PROCESSING"),
  "expire-charge": ofCharge("ChargeExpired", "PENDING"),
  "refund-charge": ofCharge("ChargeRefunded", "PAID"),
  "chargeback-charge": ofCharge("ChargeChargedBack", "PAID"),
  "release-hold": neverAsked,

  "create-subscription": (_world, { companyId, amountCents, interval, nextOutcome, customer = null }) => {
    if (durationProblem(interval) !== null || durationMs(interval) < 86_400_000) return notAllowed;
    return yes("subscription-created", "SubscriptionCreated", {
      companyId,
      amountCents,
      interval,
      nextOutcome,
      customer,
    });
  },
  "change-subscription": ofSubscription(null, (before, { amountCents, nextOutcome }) => ({
    type: "SubscriptionChanged",
    amountCents: before.amountCents,
    nextOutcome: before.nextOutcome,
    ...defined({ amountCents, nextOutcome }),
  })),
  "authorize-subscription": ofSubscription("PENDING", () => ({ type: "SubscriptionAuthorized" })),
  "reject-subscription": ofSubscription("PENDING", () => ({ type: "SubscriptionRejected" })),
  "bill-subscription": ofSubscription("AUTHORIZED", ({ nextOutcome }, { outcome = nextOutcome }) => {
    return { type: outcome === "PAID" ? "SubscriptionChargePaid" : "SubscriptionChargeFailed" };
  }),

  "initiate-withdrawal": (world, { companyId, value }) => {
    const { minimumWithdrawal: minimum, withdrawalFee: fee } = world.settings;
    const open = [...world.withdrawals.values()].find((one) => one.companyId === companyId && one.status === "CREATED");
    if (open !== undefined) return no("withdrawal-already-open", { withdrawId: open.withdrawId });
    if (value < minimum + fee) {
      return no("withdrawal-below-minimum", { value, minimum, fee, realMinimum: minimum + fee });
    }
    const { available: balance } = balances(world, companyId);
    if (value > balance) return no("insufficient-balance", { value, balance });
    return yes("initiated", "WithdrawalInitiated", { companyId, value });
  },
  "confirm-withdrawal": ofCode(({ settings }, ids, { expiresAt, wrongAttempts }, at, isRightCode) => {
    const { withdrawId } = ids;
    if (wrongAttempts === 5) return no("otp-blocked", { withdrawId });
    if (at >= expiresAt) return no("otp-expired", { withdrawId, otpExpiresAt: expiresAt });
    if (isRightCode) {
      return yes("code-accepted", settings.manualApproval ? "WithdrawalSentToReview" : "WithdrawalConfirmed", ids);
    }
    // The one rejection with a consequence.
    const outcome = { type: "otp-incorrect", withdrawId, attemptsLeft: 4 - wrongAttempts } as const;
    return { outcome, fact: { type: "OtpRefused", ...ids } };
  }),
  "resend-otp": ofCode((_world, ids, { expiresAt }, at) => {
    if (at < expiresAt) return no("otp-still-valid", { withdrawId: ids.withdrawId, otpExpiresAt: expiresAt });
    return yes("code-resent", "OtpIssued", ids);
  }),
  "cancel-withdrawal": ofWithdrawal(
    "CREATED",
    "cancelled",
    () => ({ type: "WithdrawalCancelled" }),
    "withdrawal-not-cancellable",
  ),
  "approve-withdrawal": ofWithdrawal("PENDING_REVIEW", "withdrawal-approved", () => ({ type: "WithdrawalApproved" })),
  "decline-withdrawal": ofWithdrawal("PENDING_REVIEW", "withdrawal-declined", () => ({ type: "WithdrawalDeclined" })),
  "settle-withdrawal": ofWithdrawal("APPROVED", "withdrawal-settled", ({ outcome, reason = null }) =>
    outcome === "FAILED" ? { type: "WithdrawalFailed", reason } : { type: "WithdrawalSettled" },
  ),
  "make-automatic-withdrawal": neverAsked,

  "create-webhook": (world, { companyId, name, url, events }) => {
    const terms = { name, url, events };
    return refusedTerms(world, terms) ?? yes("webhook-created", "WebhookCreated", { companyId, ...terms });
  },
  "change-webhook": ofWebhook((world, ids, _webhook, { patch }) => {
    return refusedTerms(world, patch) ?? yes("webhook-changed", "WebhookChanged", { ...ids, ...patch });
  }),
  "delete-webhook": ofWebhook((_world, ids) => yes("webhook-deleted", "WebhookDeleted", ids)),
  "reactivate-webhook": ofWebhook((_world, ids, { active }) => {
    return active ? unchanged("webhook-changed") : yes("webhook-changed", "WebhookReactivated", ids);
  }),
  "test-webhook": ofWebhook((_world, { companyId, webhookId }, { active }) => {
    if (!active) return no("webhook-inactive", { webhookId });
    return yes("test-delivery-triggered", "NotificationRaised", { companyId, name: "webhook.test" });
  }),

  redeliver: ({ deliveries, webhooks }, { companyId, deliveryId }, at) => {
    const delivery = deliveries.get(deliveryId);
    if (delivery?.companyId !== companyId) return no("delivery-unknown", { deliveryId });
    const { webhookId, dueAt } = delivery;
    const webhook = webhooks.get(webhookId);
    if (webhook?.deleted) return no("webhook-unknown", { webhookId });
    if (!webhook?.active) return no("webhook-inactive", { webhookId });
    // An attempt that is due now, or under way, is the requested one.
    if (dueAt !== null && dueAt <= at) return unchanged("delivery-requeued");
    return yes("delivery-requeued", "DeliveryRequeued", { companyId, deliveryId });
  },
  "record-attempt": (world, { deliveryId, number, epoch }) => {
    const { state, attempts } = world.deliveries.get(deliveryId) ?? { state: "FAILED", attempts: [] };
    const isAwaited = (state === "PENDING" || state === "CANCELLED") && number === attempts.length + 1;
    if (!isAwaited || epoch !== world.epoch) return no("attempt-not-awaited", { deliveryId, number });
    return yes("attempt-recorded", "AttemptRecorded", { deliveryId, number });
  },

  "add-fault": ({ webhooks, faults }, { terms, times }) => {
    const webhookId = "webhookId" in terms ? terms.webhookId : undefined;
    const isKnown = webhookId === undefined || webhooks.get(webhookId)?.deleted === false;
    if (faultProblems(terms).length > 0 || !isKnown) return notAllowed;
    return faults.size >= MAX_FAULTS
      ? no("faults-full")
      : yes("fault-added", "FaultAdded", { ...terms, ...(terms.kind !== "rate-limit" && { times }) });
  },
  "apply-call-fault": ({ faults }, { operationId }, at) => {
    const met = [...faults.values()].filter((one) => {
      return (one.kind === "rate-limit" || "operationId" in one) && (one.operationId ?? operationId) === operationId;
    });
    const [first] = met;
    if (first === undefined) return no("no-call-fault", { operationId });
    const isPassed = (one: Fault) => one.kind === "rate-limit" && !isUsedUp(one, at);
    const outcome = met.every(isPassed) ? "call-counted" : "call-fault-applied";
    if (first.kind !== "rate-limit") return yes(outcome, "FaultStruck", { operationId });
    return isPassed(first) ? yes(outcome, "CallCounted", { operationId }) : unchanged(outcome);
  },
  "remove-fault": ({ faults }, { faultId }) => {
    if (!faults.has(faultId)) return no("fault-unknown", { faultId });
    return yes("faults-removed", "FaultsRemoved", { faultIds: [faultId] });
  },
  "remove-faults": ({ faults }) => {
    if (faults.size === 0) return unchanged("faults-removed");
    return yes("faults-removed", "FaultsRemoved", { faultIds: [...faults.keys()] });
  },

  "create-world": neverAsked,
  "change-settings": ({ settings: before }, { patch }) => {
    if (settingsProblems(withChanges(before, patch)).length > 0) return notAllowed;
    const settlement = { ...before.settlement, ...defined(patch.settlement ?? {}) };
    return yes("settings-changed", "SettingsChanged", { settings: { ...before, ...defined(patch), settlement } });
  },
  "set-routes": (_world, { routes }) =>
    "problems" in parseRoutes(routes) ? notAllowed : yes("routes-set", "RoutesSet"),
  "set-clock": granted("clock-set", "ClockSet"),
  "reach-time": granted("time-reached", "TimeReached"),
  "set-bookmark": granted("bookmark-set", "BookmarkSet"),
  "remove-bookmark": granted("bookmark-removed", "BookmarkRemoved"),
  "rewind-world": granted("world-rewound", "WorldRewound"),
  "add-company": granted("company-added", "CompanyAdded"),
  "change-company": ({ companies }, { companyId, patch }) => {
    const before = companies.get(companyId)?.profile;
    if (before === undefined || profileProblems(withProfileChanges(before, patch)).length > 0) return notAllowed;
    const responsible = { ...before.responsible, ...defined(patch.responsible ?? {}) };
    const profile = { ...before, ...defined(patch), responsible };
    return yes("company-changed", "CompanyChanged", { companyId, profile });
  },
};

/** What an answer says by the rules alone. `isRightCode` tells of a confirmation what the world does not show. */
export function foretold(world: AuditedWorld, command: Command, at: Instant, isRightCode: boolean): Foretold {
  return ruleOf(command.type)(world, command, at, isRightCode);
}

function ruleOf<T extends CommandType>(type: T): Rule<CommandOf<T>> {
  return rules[type];
}

function ofCharge(fact: EventType, ...from: readonly PaymentStatus[]): Rule<ChargeIds> {
  return ({ charges }, { companyId, chargeId }) => {
    const charge = charges.get(chargeId);
    if (charge?.companyId !== companyId) return no("charge-unknown", { chargeId });
    const { paymentStatus, reversal } = charge;
    if (from.includes("PAID") && reversal !== null) return no("charge-already-reversed", { chargeId });
    if (!from.includes(paymentStatus)) return no("charge-state-conflict", { chargeId, paymentStatus });
    return yes("charge-changed", fact, { companyId, chargeId });
  };
}

function ofSubscription<C extends SubscriptionIds>(
  from: SubscriptionStatus | null,
  fact: (subscription: AuditedSubscription, command: C) => Fact,
): Rule<C> {
  return ({ subscriptions }, command) => {
    const { companyId, subscriptionId } = command;
    const subscription = subscriptions.get(subscriptionId);
    if (subscription?.companyId !== companyId) return no("subscription-unknown", { subscriptionId });
    const { status: subscriptionStatus } = subscription;
    if (from !== null && subscriptionStatus !== from) {
      return no("subscription-state-conflict", { subscriptionId, subscriptionStatus });
    }
    const outcome = { type: "subscription-changed" } as const;
    return { outcome, fact: { companyId, subscriptionId, ...fact(subscription, command) } };
  };
}

function ofWithdrawal<C extends WithdrawalIds>(
  from: WithdrawalStatus,
  outcome: OutcomeType,
  fact: (command: C) => Fact,
  otherwise: OutcomeType = "withdrawal-state-conflict",
): Rule<C> {
  return ({ withdrawals }, command) => {
    const { companyId, withdrawId } = command;
    const withdrawal = withdrawals.get(withdrawId);
    if (withdrawal?.companyId !== companyId) return no("withdrawal-unknown", { withdrawId });
    if (withdrawal.status !== from) return no(otherwise, { withdrawId, withdrawalStatus: withdrawal.status });
    return { outcome: { type: outcome }, fact: { companyId, withdrawId, ...fact(command) } };
  };
}

function ofCode(
  rule: (world: AuditedWorld, ids: WithdrawalIds & Fields, otp: Otp, at: Instant, isRightCode: boolean) => Foretold,
): Rule<WithdrawalIds> {
  const awaited = ofWithdrawal(
    "CREATED",
    "code-accepted",
    () => ({ type: "WithdrawalConfirmed" }),
    "withdrawal-not-awaiting-otp",
  );
  return (world, { companyId, withdrawId }, at, isRightCode) => {
    const ids = { companyId, withdrawId };
    const otp = world.withdrawals.get(withdrawId)?.otp ?? null;
    const answer = awaited(world, ids, at, isRightCode);
    return answer.fact === null || otp === null ? answer : rule(world, ids, otp, at, isRightCode);
  };
}

function ofWebhook<C extends WebhookIds>(
  rule: (world: AuditedWorld, ids: WebhookIds & Fields, webhook: Webhook, command: C) => Foretold,
): Rule<C> {
  return (world, command) => {
    const { companyId, webhookId } = command;
    const webhook = world.webhooks.get(webhookId);
    if (webhook?.companyId !== companyId || webhook.deleted) return no("webhook-unknown", { webhookId });
    return rule(world, { companyId, webhookId }, webhook, command);
  };
}

function refusedTerms(
  { settings }: AuditedWorld,
  { url, events = [] }: { readonly [K in keyof WebhookTerms]?: WebhookTerms[K] | undefined },
): Foretold | null {
  if (url !== undefined && webhookUrlRefusal(url, settings.webhookUrls) !== null)
    return no("webhook-url-not-allowed", { url });
  const unknown = events.filter((name) => !selectableEvents.includes(name));
  return unknown.length === 0 ? null : no("webhook-event-unknown", { events: unknown });
}

/** What is never refused: the fact has the fields of the command. */
function granted(outcome: OutcomeType, fact: EventType): Rule<Command> {
  return (_world, { type: _, ...fields }) => yes(outcome, fact, fields);
}

function neverAsked(_world: AuditedWorld, { type }: Command): never {
  throw new Error(`no caller asks for ${type}`);
}

function yes(outcome: OutcomeType, fact: EventType, fields: Fields = {}): Foretold {
  return { outcome: { type: outcome }, fact: { type: fact, ...defined(fields) } };
}

function unchanged(outcome: OutcomeType): Foretold {
  return { outcome: { type: outcome }, fact: null };
}

function no(type: OutcomeType, details: Fields = {}): Foretold {
  return { outcome: { type, ...details }, fact: null };
}

function defined(fields: object): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
