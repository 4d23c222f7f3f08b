import type { Settings } from "./deployment.ts";

export interface Sampled {
  readonly defect: string;
  /** The only clause that it breaks. */
  readonly clause: string;
  /** Another one that it breaks, too, if something is read at that moment. */
  readonly mayBreak?: string;
  /** How the deployment is set. */
  readonly settings?: Settings;
  /** What its user knows of that. */
  readonly expected?: Readonly<Record<string, unknown>>;
}

/** Of the planted defects those that are quickly seen, from every area. */
export const sample: readonly Sampled[] = [
  { defect: "balance-as-float", clause: "balance.available" },
  { defect: "currency-usd", clause: "balance.currency" },
  { defect: "hold-status-lowercase", clause: "holds.status" },
  // While such a withdrawal is open, the balance is no whole number of cents.
  { defect: "fractional-value-accepted", clause: "initiation.whole-cents", mayBreak: "balance.available" },
  { defect: "floor-ignores-fee", clause: "initiation.floor-includes-fee" },
  { defect: "open-limit-across-companies", clause: "initiation.limit-per-company" },
  { defect: "conflict-without-withdraw-id", clause: "initiation.conflict-names-open-one" },
  { defect: "otp-five-digits", clause: "otp.six-digits" },
  { defect: "blocked-after-three-attempts", clause: "otp.open-before-fifth" },
  { defect: "resend-repeats-old-code", clause: "otp.resend-mails-new-code" },
  { defect: "confirm-status-processing", clause: "confirmation.approved" },
  { defect: "cancelled-still-confirmable", clause: "cancellation.ends-withdrawal" },
  { defect: "end-to-end-id-never-present", clause: "history.end-to-end-id" },
  { defect: "no-completed-event-for-automatic", clause: "events.withdraw-completed-automatic" },
  { defect: "secret-shown-in-list", clause: "webhooks.secret-shown-once" },
  { defect: "accepts-172-20-x-url", clause: "webhook-urls.private-172" },
  { defect: "event-names-incomplete", clause: "events.list-subscriptions" },
  { defect: "charge-paid-without-paid-at", clause: "charge-payload.paid-at" },
  { defect: "delivery-id-constant", clause: "headers.delivery" },
  { defect: "signature-over-reserialised-body", clause: "signature.raw-body" },
  {
    defect: "manual-approval-skipped",
    clause: "confirmation.pending-review",
    settings: { MANUAL_APPROVAL: "1" },
    expected: { manualApproval: true },
  },
];

export interface Variant {
  readonly name: string;
  readonly settings: Settings;
  /** How late the codes come. */
  readonly codesLateMs?: number;
}

/** Nothing of these contradicts the document. */
export const variants: readonly Variant[] = [
  { name: "no fee", settings: { FEE_CENTS: "0" } },
  { name: "a high floor, no base path", settings: { MINIMUM_CENTS: "5000", FEE_CENTS: "1200", BASE_PATH: "" } },
  { name: "manual approval", settings: { MANUAL_APPROVAL: "1" } },
  { name: "no retention, CANCELLED", settings: { RETENTION_PERCENT: "0", CANCEL_STATUS: "CANCELLED" } },
  { name: "payments after 20 s, CONFIRMED at once", settings: { SETTLE_SECONDS: "20", RECONCILE_SECONDS: "0" } },
  { name: "codes that live 1 s", settings: { OTP_SECONDS: "1" } },
  { name: "late codes", settings: { OTP_SECONDS: "4" }, codesLateMs: 3_000 },
  { name: "codes that expire on the way", settings: { OTP_SECONDS: "2" }, codesLateMs: 3_000 },
];
