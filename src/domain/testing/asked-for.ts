import type { Command } from "../command.ts";
import type { EventOf, EventType, WorldEvent } from "../event.ts";
import type { Instant } from "../instant.ts";
import { type AuditedWorld, demandEqual } from "./audited-world.ts";
import { foretold } from "./foretold.ts";

/** The command that asks for a fact. What is due by itself is allowed where the command is. */
const commands: { readonly [T in EventType]?: (event: EventOf<T>, world: AuditedWorld) => Command } = {
  ChargeProcessing: (ids) => ({ ...ids, type: "process-charge" }),
  ChargePaid: (ids) => ({ ...ids, type: "pay-charge" }),
  ChargeExpired: (ids) => ({ ...ids, type: "expire-charge" }),
  ChargeRefunded: (ids) => ({ ...ids, type: "refund-charge" }),
  ChargeChargedBack: (ids) => ({ ...ids, type: "chargeback-charge" }),
  SubscriptionAuthorized: (ids) => ({ ...ids, type: "authorize-subscription" }),
  SubscriptionRejected: (ids) => ({ ...ids, type: "reject-subscription" }),
  SubscriptionChargePaid: (ids) => ({ ...ids, type: "bill-subscription", scheduled: false, outcome: "PAID" }),
  SubscriptionChargeFailed: (ids) => ({ ...ids, type: "bill-subscription", scheduled: false, outcome: "FAILED" }),
  WithdrawalInitiated: ({ companyId, value }) => ({ type: "initiate-withdrawal", companyId, value }),
  OtpIssued: ({ companyId, withdrawId }) => ({ type: "resend-otp", companyId, withdrawId }),
  OtpRefused: (ids) => ({ ...ids, type: "confirm-withdrawal", otpCode: "wrong" }),
  WithdrawalConfirmed: (ids) => ({ ...ids, type: "confirm-withdrawal", otpCode: "right" }),
  WithdrawalSentToReview: (ids) => ({ ...ids, type: "confirm-withdrawal", otpCode: "right" }),
  WithdrawalCancelled: (ids) => ({ ...ids, type: "cancel-withdrawal" }),
  WithdrawalApproved: (ids) => ({ ...ids, type: "approve-withdrawal" }),
  WithdrawalDeclined: (ids) => ({ ...ids, type: "decline-withdrawal" }),
  WithdrawalSettled: (ids) => ({ ...ids, type: "settle-withdrawal", outcome: "CONFIRMED" }),
  WithdrawalFailed: (event) => ({ ...event, type: "settle-withdrawal", outcome: "FAILED" }),
  // What the webhook had before may be refused by now.
  WebhookChanged: ({ companyId, webhookId }) => ({ type: "change-webhook", companyId, webhookId, patch: {} }),
  WebhookDeleted: (ids) => ({ ...ids, type: "delete-webhook" }),
  WebhookReactivated: (ids) => ({ ...ids, type: "reactivate-webhook" }),
  AttemptRecorded: (event, { epoch }) => ({ ...event, type: "record-attempt", epoch }),
  DeliveryRequeued: ({ companyId, deliveryId }) => ({ type: "redeliver", companyId, deliveryId }),
};

/** Throws unless the command that asks for a fact would be answered with it. */
export function demandAnswer(world: AuditedWorld, event: WorldEvent, at: Instant): void {
  const command = commandFor(world, event, event.type);
  if (command === null) return;
  const { outcome, fact } = foretold(world, command, at, event.type !== "OtpRefused");
  demandEqual(fact?.type ?? outcome, event.type, `what ${command.type} leads to`);
}

function commandFor<T extends EventType>(world: AuditedWorld, event: EventOf<T>, type: T): Command | null {
  return commands[type]?.(event, world) ?? null;
}
