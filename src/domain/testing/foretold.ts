import type { Command, CommandOf, WithdrawalCommand } from "../command.ts";
import { type CompanyPatch, profileProblems, withProfileChanges } from "../company.ts";
import { durationMs, durationProblem } from "../duration.ts";
import type { EventType } from "../event.ts";
import { faultProblems, MAX_FAULTS } from "../fault.ts";
import type { Instant } from "../instant.ts";
import { selectableEvents } from "../notification.ts";
import type { OutcomeType } from "../outcome.ts";
import { parseRoutes } from "../route.ts";
import { type SettingsPatch, settingsProblems, withChanges } from "../settings.ts";
import { webhookUrlRefusal } from "../webhook-url.ts";
import { type AuditedWorld, balances } from "./audited-world.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The answer that a command must have, and the first fact that it makes true; null where it makes none. */
export interface Foretold {
  readonly outcome: Fields & { readonly type: OutcomeType };
  readonly fact: (Fields & { readonly type: EventType }) | null;
}

/** What an answer says by the rules alone. `isRightCode` tells of a confirmation what nobody can see in the world. */
export function foretold(world: AuditedWorld, command: Command, at: Instant, isRightCode: boolean): Foretold {
  switch (command.type) {
    case "create-charge": {
      const { companyId, total, expiresIn = null } = command;
      if (expiresIn !== null && durationProblem(expiresIn) !== null) return notAllowed;
      return yes("charge-created", "ChargeCreated", { companyId, total });
    }
    case "process-charge":
    case "pay-charge":
    case "expire-charge":
    case "refund-charge":
    case "chargeback-charge":
      return ofCharge(world, { ...command, type: command.type });
    case "create-subscription": {
      const { companyId, amountCents, interval } = command;
      if (durationProblem(interval) !== null || durationMs(interval) < 86_400_000) return notAllowed;
      return yes("subscription-created", "SubscriptionCreated", { companyId, amountCents, interval });
    }
    case "change-subscription":
    case "authorize-subscription":
    case "reject-subscription":
    case "bill-subscription":
      return ofSubscription(world, command);
    case "initiate-withdrawal":
      return initiation(world, command);
    case "confirm-withdrawal":
    case "resend-otp":
    case "cancel-withdrawal":
    case "approve-withdrawal":
    case "decline-withdrawal":
    case "settle-withdrawal":
      return ofWithdrawal(world, command, at, isRightCode);
    case "create-webhook":
    case "change-webhook":
    case "delete-webhook":
    case "reactivate-webhook":
    case "test-webhook":
      return ofWebhook(world, command);
    case "redeliver":
      return redelivery(world, command, at);
    case "record-attempt": {
      const { deliveryId, number, epoch } = command;
      const { state, attempts } = world.deliveries.get(deliveryId) ?? { state: "FAILED", attempts: [] };
      const isAwaited = (state === "PENDING" || state === "CANCELLED") && number === attempts.length + 1;
      if (!isAwaited || epoch !== world.epoch) return no("attempt-not-awaited", { deliveryId, number });
      return yes("attempt-recorded", "AttemptRecorded", { deliveryId, number });
    }
    case "change-settings":
      return changedSettings(world, command.patch);
    case "change-company":
      return changedCompany(world, command.companyId, command.patch);
    case "add-fault": {
      const { terms, times } = command;
      const webhookId = "webhookId" in terms ? terms.webhookId : undefined;
      const isKnown = webhookId === undefined || world.webhooks.get(webhookId)?.deleted === false;
      if (faultProblems(terms).length > 0 || !isKnown) return notAllowed;
      if (world.faults.size >= MAX_FAULTS) return no("faults-full");
      return yes("fault-added", "FaultAdded", { ...terms, times });
    }
    case "apply-call-fault": {
      const { operationId } = command;
      const isStruck = [...world.faults.values()].some(
        (one) => "operationId" in one && one.operationId === operationId,
      );
      return isStruck
        ? yes("call-fault-applied", "FaultStruck", { operationId })
        : no("no-call-fault", { operationId });
    }
    case "remove-fault":
      if (!world.faults.has(command.faultId)) return no("fault-unknown", { faultId: command.faultId });
      return yes("faults-removed", "FaultsRemoved", { faultIds: [command.faultId] });
    case "remove-faults":
      if (world.faults.size === 0) return { outcome: { type: "faults-removed", faultIds: [] }, fact: null };
      return yes("faults-removed", "FaultsRemoved", { faultIds: [...world.faults.keys()] });
    case "set-routes":
      return "problems" in parseRoutes(command.routes) ? notAllowed : yes("routes-set", "RoutesSet");
    case "set-clock":
      return yes("clock-set", "ClockSet", { mode: command.mode, rate: command.rate });
    case "reach-time":
      return yes("time-reached", "TimeReached");
    case "set-bookmark":
      return yes("bookmark-set", "BookmarkSet", { name: command.name });
    case "remove-bookmark":
      return yes("bookmark-removed", "BookmarkRemoved", { name: command.name });
    case "rewind-world":
      return yes("world-rewound", "WorldRewound", { to: command.to, epoch: command.epoch });
    case "add-company":
      return yes("company-added", "CompanyAdded");
    case "create-world":
    case "release-hold":
    case "make-automatic-withdrawal":
      throw new Error(`nobody asks for ${command.type}`);
  }
}

const notAllowed = no("value-not-allowed");

const chargeMoves = {
  "process-charge": { fact: "ChargeProcessing", from: ["PENDING"] },
  "pay-charge": { fact: "ChargePaid", from: ["PENDING", "PROCESSING"] },
  "expire-charge": { fact: "ChargeExpired", from: ["PENDING"] },
  "refund-charge": { fact: "ChargeRefunded", from: ["PAID"] },
  "chargeback-charge": { fact: "ChargeChargedBack", from: ["PAID"] },
} as const;

function ofCharge(
  { charges }: AuditedWorld,
  { type, companyId, chargeId }: { type: keyof typeof chargeMoves; companyId: string; chargeId: string },
): Foretold {
  const charge = charges.get(chargeId);
  if (charge?.companyId !== companyId) return no("charge-unknown", { chargeId });
  const { fact, from } = chargeMoves[type];
  const isReversal = type === "refund-charge" || type === "chargeback-charge";
  if (isReversal && charge.reversal !== null) return no("charge-already-reversed", { chargeId });
  const { paymentStatus } = charge;
  if (!from.some((status) => status === paymentStatus)) return no("charge-state-conflict", { chargeId, paymentStatus });
  return yes("charge-changed", fact, { companyId, chargeId });
}

function ofSubscription(
  { subscriptions }: AuditedWorld,
  command: CommandOf<"change-subscription" | "authorize-subscription" | "reject-subscription" | "bill-subscription">,
): Foretold {
  const { companyId, subscriptionId } = command;
  const ids = { companyId, subscriptionId };
  const subscription = subscriptions.get(subscriptionId);
  if (subscription?.companyId !== companyId) return no("subscription-unknown", { subscriptionId });
  const { status } = subscription;
  if (command.type === "change-subscription") {
    const { amountCents = subscription.amountCents, nextOutcome = subscription.nextOutcome } = command;
    return yes("subscription-changed", "SubscriptionChanged", { ...ids, amountCents, nextOutcome });
  }
  if (status !== (command.type === "bill-subscription" ? "AUTHORIZED" : "PENDING")) {
    return no("subscription-state-conflict", { subscriptionId, subscriptionStatus: status });
  }
  if (command.type === "authorize-subscription") return yes("subscription-changed", "SubscriptionAuthorized", ids);
  if (command.type === "reject-subscription") return yes("subscription-changed", "SubscriptionRejected", ids);
  const isPaid = (command.outcome ?? subscription.nextOutcome) === "PAID";
  return yes("subscription-changed", isPaid ? "SubscriptionChargePaid" : "SubscriptionChargeFailed", ids);
}

function initiation(world: AuditedWorld, { companyId, value }: CommandOf<"initiate-withdrawal">): Foretold {
  const { minimumWithdrawal: minimum, withdrawalFee: fee } = world.settings;
  const open = [...world.withdrawals.values()].find((one) => one.companyId === companyId && one.status === "CREATED");
  if (open !== undefined) return no("withdrawal-already-open", { withdrawId: open.withdrawId });
  if (value < minimum + fee) {
    return no("withdrawal-below-minimum", { value, minimum, fee, realMinimum: minimum + fee });
  }
  const { available: balance } = balances(world, companyId);
  if (value > balance) return no("insufficient-balance", { value, balance });
  return yes("initiated", "WithdrawalInitiated", { companyId, value });
}

function ofWithdrawal(
  { withdrawals, settings }: AuditedWorld,
  command: Exclude<WithdrawalCommand, { type: "initiate-withdrawal" | "make-automatic-withdrawal" }>,
  at: Instant,
  isRightCode: boolean,
): Foretold {
  const { companyId, withdrawId } = command;
  const ids = { companyId, withdrawId };
  const withdrawal = withdrawals.get(withdrawId);
  if (withdrawal?.companyId !== companyId) return no("withdrawal-unknown", { withdrawId });
  const { status: withdrawalStatus, otp } = withdrawal;
  const conflict = (type: OutcomeType) => no(type, { withdrawId, withdrawalStatus });
  switch (command.type) {
    case "cancel-withdrawal":
      if (withdrawalStatus !== "CREATED") return conflict("withdrawal-not-cancellable");
      return yes("cancelled", "WithdrawalCancelled", ids);
    case "approve-withdrawal":
      if (withdrawalStatus !== "PENDING_REVIEW") return conflict("withdrawal-state-conflict");
      return yes("withdrawal-approved", "WithdrawalApproved", ids);
    case "decline-withdrawal":
      if (withdrawalStatus !== "PENDING_REVIEW") return conflict("withdrawal-state-conflict");
      return yes("withdrawal-declined", "WithdrawalDeclined", ids);
    case "settle-withdrawal":
      if (withdrawalStatus !== "APPROVED") return conflict("withdrawal-state-conflict");
      return yes("withdrawal-settled", command.outcome === "FAILED" ? "WithdrawalFailed" : "WithdrawalSettled", ids);
  }
  if (withdrawalStatus !== "CREATED" || otp === null) return conflict("withdrawal-not-awaiting-otp");
  const { expiresAt: otpExpiresAt, wrongAttempts } = otp;
  if (command.type === "resend-otp") {
    if (at < otpExpiresAt) return no("otp-still-valid", { withdrawId, otpExpiresAt });
    return yes("code-resent", "OtpIssued", ids);
  }
  if (wrongAttempts === 5) return no("otp-blocked", { withdrawId });
  if (at >= otpExpiresAt) return no("otp-expired", { withdrawId, otpExpiresAt });
  if (isRightCode) {
    return yes("code-accepted", settings.manualApproval ? "WithdrawalSentToReview" : "WithdrawalConfirmed", ids);
  }
  // The one rejection with a consequence.
  const outcome = { type: "otp-incorrect", withdrawId, attemptsLeft: 4 - wrongAttempts } as const;
  return { outcome, fact: { type: "OtpRefused", ...ids } };
}

function ofWebhook(
  world: AuditedWorld,
  command: CommandOf<"create-webhook" | "change-webhook" | "delete-webhook" | "reactivate-webhook" | "test-webhook">,
): Foretold {
  const { companyId } = command;
  if (command.type === "create-webhook") {
    const { name, url, events } = command;
    return refusedTerms(world, command) ?? yes("webhook-created", "WebhookCreated", { companyId, name, url, events });
  }
  const { webhookId } = command;
  const ids = { companyId, webhookId };
  const webhook = world.webhooks.get(webhookId);
  if (webhook?.companyId !== companyId || webhook.deleted) return no("webhook-unknown", { webhookId });
  switch (command.type) {
    case "change-webhook":
      return (
        refusedTerms(world, command.patch) ??
        yes("webhook-changed", "WebhookChanged", { ...ids, ...defined(command.patch) })
      );
    case "delete-webhook":
      return yes("webhook-deleted", "WebhookDeleted", ids);
    case "reactivate-webhook":
      if (webhook.active) return { outcome: { type: "webhook-changed" }, fact: null };
      return yes("webhook-changed", "WebhookReactivated", ids);
    case "test-webhook":
      if (!webhook.active) return no("webhook-inactive", { webhookId });
      return yes("test-delivery-triggered", "NotificationRaised", { companyId, name: "webhook.test" });
  }
}

function refusedTerms(
  { settings }: AuditedWorld,
  { url, events }: { readonly url?: string | undefined; readonly events?: readonly string[] | undefined },
): Foretold | null {
  if (url !== undefined && webhookUrlRefusal(url, settings.webhookUrls) !== null)
    return no("webhook-url-not-allowed", { url });
  const unknown = (events ?? []).filter((name) => !selectableEvents.includes(name));
  return unknown.length === 0 ? null : no("webhook-event-unknown", { events: unknown });
}

function redelivery(world: AuditedWorld, { companyId, deliveryId }: CommandOf<"redeliver">, at: Instant): Foretold {
  const delivery = world.deliveries.get(deliveryId);
  if (delivery?.companyId !== companyId) return no("delivery-unknown", { deliveryId });
  const { webhookId, dueAt } = delivery;
  const webhook = world.webhooks.get(webhookId);
  if (webhook?.deleted) return no("webhook-unknown", { webhookId });
  if (!webhook?.active) return no("webhook-inactive", { webhookId });
  // An attempt that is due now, or under way, is the one that is asked for.
  if (dueAt !== null && dueAt <= at) return { outcome: { type: "delivery-requeued" }, fact: null };
  return yes("delivery-requeued", "DeliveryRequeued", { companyId, deliveryId });
}

function changedSettings({ settings: before }: AuditedWorld, patch: SettingsPatch): Foretold {
  if (settingsProblems(withChanges(before, patch)).length > 0) return notAllowed;
  const settlement = { ...before.settlement, ...defined(patch.settlement ?? {}) };
  const settings = { ...before, ...defined(patch), settlement };
  return yes("settings-changed", "SettingsChanged", { settings });
}

function changedCompany({ companies }: AuditedWorld, companyId: string, patch: CompanyPatch): Foretold {
  const before = companies.get(companyId)?.profile;
  if (before === undefined || profileProblems(withProfileChanges(before, patch)).length > 0) return notAllowed;
  const responsible = { ...before.responsible, ...defined(patch.responsible ?? {}) };
  return yes("company-changed", "CompanyChanged", {
    companyId,
    profile: { ...before, ...defined(patch), responsible },
  });
}

function yes(outcome: OutcomeType, fact: EventType, fields: Fields = {}): Foretold {
  return { outcome: { type: outcome }, fact: { type: fact, ...defined(fields) } };
}

function no(type: OutcomeType, details: Fields = {}): Foretold {
  return { outcome: { type, ...details }, fact: null };
}

function defined(fields: object): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
