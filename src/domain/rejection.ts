import type { PaymentStatus } from "./charge.ts";
import { type Instant, isoText } from "./instant.ts";
import type { Cents } from "./money.ts";
import type { SettingProblem } from "./settings.ts";
import { shortened } from "./shortened.ts";
import type { SubscriptionStatus } from "./subscription.ts";
import type { WebhookUrlRule } from "./webhook-url.ts";
import type { WithdrawalStatus } from "./withdrawal.ts";

/** The kinds of fields: what a value of each reads like in a sentence. */
const id = (value: string) => shortened(value, 64);
const ids = (values: readonly string[]) => values.map(id).join(", ");
const count = (value: number) => String(value);
const cents = (value: Cents) => String(value);
const instant = (at: Instant) => isoText(at);
const text = (value: string) => value;
const rule = (value: WebhookUrlRule) => value;
const paymentStatus = (value: PaymentStatus) => value;
const subscriptionStatus = (value: SubscriptionStatus) => value;
const withdrawalStatus = (value: WithdrawalStatus) => value;
const problems = (values: readonly SettingProblem[]) =>
  values.map(({ at, message }) => (at === "" ? message : `${at}: ${message}`)).join("; ");

type Texts<F> = { readonly [K in keyof F]: string };

interface Declaration<F> {
  readonly fields: readonly string[];
  message(fields: F): string;
  inFixture(fields: F): string;
}

/**
 * Declares a rejection by its fields and its sentence. `inFixture` is the sentence for the author of a fixture, where the
 * other one names what only a client can see or do.
 */
function rejection<F extends object>(
  fields: { readonly [K in keyof F]: (value: F[K]) => string },
  sentence: (texts: Texts<F>) => string,
  inFixture = sentence,
): Declaration<F> {
  const names = typedKeys(fields);
  const texts = (values: F): Texts<F> =>
    // Every name of `fields` is one of `F`, and each gets a text.
    Object.fromEntries(names.map((name) => [name, fields[name](values[name])])) as Texts<F>;
  return {
    fields: names.map(String),
    message: (values) => sentence(texts(values)),
    inFixture: (values) => inFixture(texts(values)),
  };
}

function typedKeys<T extends object>(object: T): (keyof T)[] {
  // An object literal of this file has no other keys than its type says.
  return Object.keys(object) as (keyof T)[];
}

/**
 * Why a command is refused: all there is to say about it. The list is closed and stands in the order of precedence: where two reasons
 * apply, the one listed first is given. A rejection changes nothing, but for `otp-incorrect`, which is counted.
 */
const declarations = {
  // Anything: a value that the schema cannot judge (a duration, a time zone).
  "value-not-allowed": rejection({ problems }, (it) => it.problems),

  // Initiating a withdrawal.
  "withdrawal-already-open": rejection(
    { withdrawId: id },
    (it) => `Withdrawal ${it.withdrawId} is still open; confirm it, cancel it or resend its code first.`,
    () => "another withdrawal of the company is open at that time; a company can have one",
  ),
  "withdrawal-below-minimum": rejection(
    { value: cents, minimum: cents, fee: cents, realMinimum: cents },
    (it) => `The value ${it.value} is below ${it.realMinimum} cents: minimum ${it.minimum} plus fee ${it.fee}.`,
  ),
  "insufficient-balance": rejection(
    { value: cents, balance: cents },
    (it) => `The value ${it.value} is more than the available balance of ${it.balance} cents.`,
    (it) => `the value ${it.value} is more than the balance at that time, ${it.balance} cents`,
  ),

  // Confirming it, sending its code again, cancelling it.
  "withdrawal-unknown": rejection({ withdrawId: id }, (it) => `This company has no withdrawal ${it.withdrawId}.`),
  "withdrawal-not-awaiting-otp": rejection(
    { withdrawId: id, withdrawalStatus },
    (it) => `The withdrawal is ${it.withdrawalStatus} and does not wait for a code.`,
  ),
  "withdrawal-not-cancellable": rejection(
    { withdrawId: id, withdrawalStatus },
    (it) => `The withdrawal is ${it.withdrawalStatus}; only one that is not yet confirmed can be cancelled.`,
  ),
  "otp-blocked": rejection(
    { withdrawId: id },
    () => "Five wrong codes were given; ask for a new code with /resend-otp once the current one has expired.",
    () => "the code is blocked at that time: five wrong codes were entered",
  ),
  "otp-expired": rejection(
    { withdrawId: id, otpExpiresAt: instant },
    (it) => `The code expired at ${it.otpExpiresAt}; ask for a new one with /resend-otp.`,
    () => "the code has expired by that time (settings.otpLifetime)",
  ),
  "otp-incorrect": rejection(
    { withdrawId: id, attemptsLeft: count },
    (it) => `The code is wrong; attempts left: ${it.attemptsLeft}.`,
  ),
  "otp-still-valid": rejection(
    { withdrawId: id, otpExpiresAt: instant },
    (it) => `The current code is valid until ${it.otpExpiresAt}; a new one can be sent only after that.`,
    () => "the code before it is still valid at that time (settings.otpLifetime), so no other is sent",
  ),

  // Creating a webhook, changing and testing it.
  "webhook-unknown": rejection({ webhookId: id }, (it) => `This company has no webhook ${it.webhookId}.`),
  "webhook-url-not-allowed": rejection(
    { url: text, rule, reason: text },
    (it) =>
      `The URL is refused: ${it.reason}. For a receiver of your own keep a public URL and route its host, as in PUT /sandbox/routes {"hooks.acme.dev": "http://127.0.0.1:3000"}.`,
    (it) => `the url is refused: ${it.reason}`,
  ),
  "webhook-event-unknown": rejection(
    { events: ids, allowed: ids },
    (it) => `There is no event ${it.events}; GET /webhook/events lists the ones that can be selected.`,
    (it) => `there is no event ${it.events}; there are: ${it.allowed}`,
  ),
  "webhook-inactive": rejection(
    { webhookId: id },
    () => "The webhook is deactivated; reactivate it in the dashboard first.",
  ),

  // Delivering: an attempt recorded too late, or twice, is not awaited.
  "delivery-unknown": rejection({ deliveryId: id }, (it) => `This company has no delivery ${it.deliveryId}.`),
  "attempt-not-awaited": rejection(
    { deliveryId: id, number: count },
    (it) => `The delivery ${it.deliveryId} does not wait for attempt ${it.number}.`,
  ),

  // What the outside world does: reviewers, banks, customers.
  "withdrawal-state-conflict": rejection(
    { withdrawId: id, withdrawalStatus },
    (it) =>
      `The withdrawal is ${it.withdrawalStatus}; only PENDING_REVIEW can be approved or declined, only APPROVED settled.`,
  ),
  "charge-unknown": rejection({ chargeId: id }, (it) => `This company has no charge ${it.chargeId}.`),
  "charge-already-reversed": rejection(
    { chargeId: id },
    () => "The charge was refunded or charged back before; there is one reversal for a charge.",
  ),
  "charge-state-conflict": rejection(
    { chargeId: id, paymentStatus },
    (it) =>
      `The charge is ${it.paymentStatus}; PENDING can be processed, paid or expired, PROCESSING paid, PAID refunded or charged back.`,
  ),
  "subscription-unknown": rejection(
    { subscriptionId: id },
    (it) => `This company has no subscription ${it.subscriptionId}.`,
  ),
  "subscription-state-conflict": rejection(
    { subscriptionId: id, subscriptionStatus },
    (it) => `The subscription is ${it.subscriptionStatus}; PENDING can be authorized or rejected, AUTHORIZED charged.`,
  ),
  "ledger-full": rejection(
    { total: cents },
    (it) =>
      `The company's books cannot count ${it.total} cents more exactly; the limit is ${Number.MAX_SAFE_INTEGER} cents.`,
  ),

  // Faults.
  "faults-full": rejection({ limit: count }, (it) => `A world has at most ${it.limit} faults; remove one first.`),
  "fault-unknown": rejection(
    { faultId: id },
    (it) => `This world has no fault ${it.faultId}; GET /sandbox/faults lists them.`,
  ),
  "no-call-fault": rejection({ operationId: text }, (it) => `There is no fault for ${it.operationId}.`),
};

export type RejectionType = keyof typeof declarations;
type FieldsOf<D> = D extends Declaration<infer F> ? F : never;
type RejectionOf<T extends RejectionType> = { readonly type: T } & Readonly<FieldsOf<(typeof declarations)[T]>>;
export type Rejection = { [T in RejectionType]: RejectionOf<T> }[RejectionType];

const byType: { readonly [T in RejectionType]: Declaration<RejectionOf<T>> } = declarations;

/** All of them, in the order of precedence. */
export const rejectionTypes: readonly RejectionType[] = typedKeys(declarations);

export function isRejection(outcome: { readonly type: string }): outcome is Rejection {
  return Object.hasOwn(declarations, outcome.type);
}

/** The names of the fields that a rejection has beside its type. */
export function rejectionFields(type: RejectionType): readonly string[] {
  return byType[type].fields;
}

/** Tells a client what is wrong and what to do. */
export function rejectionMessage(rejection: Rejection): string {
  return declarationOf(rejection.type).message(rejection);
}

/** Tells the author of a fixture why the world refuses what the fixture describes. */
export function rejectionInFixture(rejection: Rejection): string {
  return declarationOf(rejection.type).inFixture(rejection);
}

function declarationOf<T extends RejectionType>(type: T): Declaration<RejectionOf<T>> {
  return byType[type];
}
