import { deliveryMaxAttempts } from "../attempt.ts";
import type { Customer } from "../charge.ts";
import type {
  ChargeMove,
  Command,
  CommandOf,
  SubscriptionCommand,
  WebhookCommand,
  WithdrawalCommand,
} from "../command.ts";
import type { CompanyProfile } from "../company.ts";
import type { Delivery } from "../delivery.ts";
import type { IsoDuration } from "../duration.ts";
import type { DeliveriesAfterRewind } from "../event.ts";
import type { FaultTerms, WebhookFaultKind } from "../fault.ts";
import type { Cents } from "../money.ts";
import { otpCode } from "../otp.ts";
import type { WebhookTerms } from "../webhook.ts";
import type { World } from "../world.ts";
import { type AttemptAnswer, resultOf } from "./postman.ts";

/**
 * A step of a random history. It does not name things, which do not exist yet when it is drawn: it picks them by number
 * (`who`, `which`) from what the world has by then, sometimes from another company, sometimes what does not exist.
 */
export type Move =
  | { do: "advance"; by: IsoDuration }
  | { do: "command"; command: Command }
  /** To where the world is already, which is what a rewind is to the world that it is given to. */
  | { do: "rewind"; epochs: number; deliveries: DeliveriesAfterRewind }
  | { do: "change-company"; who: number; patch: Partial<CompanyProfile> }
  | { do: "create-charge"; who: number; total: Cents; expiresIn: IsoDuration | null; paid: boolean; percent: number }
  | { do: ChargeMove; who: number; which: number }
  | { do: "initiate"; who: number; value: Cents | NamedAmount }
  | { do: "confirm"; who: number; which: number; guess: string | null }
  | { do: "settle"; who: number; which: number; outcome: "CONFIRMED" | "FAILED" }
  | { do: WithdrawalMove; who: number; which: number }
  | { do: "subscribe"; who: number; amountCents: Cents; interval: IsoDuration; nextOutcome: "PAID" | "FAILED" }
  | { do: "change-subscription"; who: number; which: number; nextOutcome: "PAID" | "FAILED" }
  | { do: SubscriptionMove; who: number; which: number }
  | { do: "create-webhook"; who: number; terms: WebhookTerms }
  | { do: "change-webhook"; who: number; which: number; patch: CommandOf<"change-webhook">["patch"] }
  | { do: WebhookMove | "redeliver"; who: number; which: number }
  /** A fault of deliveries; `webhook` picks one of all, null is for all of them. */
  | {
      do: "disturb-deliveries";
      kind: WebhookFaultKind;
      delay: IsoDuration;
      times: number;
      event?: string | undefined;
      webhook: number | null;
    }
  | { do: "remove-fault"; which: number }
  /** `ahead` of the attempts that have ended; 1 is the next. `epochs` after this one. */
  | { do: "record-attempt"; who: number; which: number; ahead: number; epochs: number; answer: AttemptAnswer };

export type WithdrawalMove = Exclude<
  WithdrawalCommand["type"],
  "initiate-withdrawal" | "confirm-withdrawal" | "settle-withdrawal" | "make-automatic-withdrawal"
>;
export type SubscriptionMove = Exclude<SubscriptionCommand["type"], "create-subscription" | "change-subscription">;
export type WebhookMove = Exclude<WebhookCommand["type"], "create-webhook" | "change-webhook">;

const caio: Customer = { id: null, name: "Caio", email: "caio@customers.example", phone: null };

/** The command that a move is in this world. */
export function commandOf(world: Readonly<World>, move: Exclude<Move, { do: "advance" }>): Command {
  if (move.do === "command") return move.command;
  if (move.do === "rewind") {
    const { epoch, clock, routes, faults, settings } = world;
    const survives = { clock, routes, faults, webhookUrls: settings.webhookUrls };
    return { type: "rewind-world", to: 1, epoch: epoch + move.epochs, deliveries: move.deliveries, ...survives };
  }
  if (move.do === "remove-fault") {
    const faultId = world.faults.list.at(-1 - move.which)?.faultId ?? "none_0";
    return { type: move.do, faultId };
  }
  if (move.do === "disturb-deliveries") return { type: "add-fault", terms: termsOf(world, move), times: move.times };
  const companies = [...world.companies.values()];
  const company = companies[move.who % companies.length];
  if (company === undefined) throw new Error("a world without a company");
  const { companyId } = company;
  const which = "which" in move ? move.which : 0;
  const withdrawId = pick(company.withdrawIds, world.withdrawals, which);
  const subscriptionId = pick(company.subscriptionIds, world.subscriptions, which);
  const webhookId = pick(company.webhookIds, world.webhooks, which);
  const deliveryId = pick(company.deliveryIds, world.deliveries, which);
  switch (move.do) {
    case "change-company":
      return { type: move.do, companyId, patch: move.patch };
    case "create-charge": {
      const { total, expiresIn, paid, percent } = move;
      const own = percent < 0 || percent % 3 !== 0 ? undefined : { percent, holdFor: percent === 99 ? "soon" : "P2D" };
      const terms = total % 2 === 0 ? {} : { externalId: `order-${total}`, customer: caio };
      return { type: move.do, companyId, total, expiresIn, paid, retention: own, ...terms };
    }
    case "initiate":
      return { type: "initiate-withdrawal", companyId, value: amountOf(world, move.value, company.ledger.available) };
    case "confirm":
      return { type: "confirm-withdrawal", companyId, withdrawId, otpCode: move.guess ?? rightCode(world, withdrawId) };
    case "settle":
      return { type: "settle-withdrawal", companyId, withdrawId, outcome: move.outcome, reason: "by hand" };
    case "resend-otp":
    case "cancel-withdrawal":
    case "approve-withdrawal":
    case "decline-withdrawal":
      return { type: move.do, companyId, withdrawId };
    case "subscribe": {
      const { amountCents, interval, nextOutcome } = move;
      return { type: "create-subscription", companyId, amountCents, interval, nextOutcome, customer: caio };
    }
    case "change-subscription":
      return { type: move.do, companyId, subscriptionId, nextOutcome: move.nextOutcome };
    case "authorize-subscription":
    case "reject-subscription":
      return { type: move.do, companyId, subscriptionId };
    case "bill-subscription":
      return { type: move.do, companyId, subscriptionId, scheduled: false };
    case "create-webhook":
      return { type: move.do, companyId, ...move.terms };
    case "change-webhook":
      return { type: move.do, companyId, webhookId, patch: move.patch };
    case "delete-webhook":
    case "reactivate-webhook":
    case "test-webhook":
      return { type: move.do, companyId, webhookId };
    case "redeliver":
      return { type: move.do, companyId, deliveryId };
    case "record-attempt":
      return recording(world, deliveryId, move);
    default:
      return { type: move.do, companyId, chargeId: pick(company.chargeIds, world.charges, which) };
  }
}

function termsOf(
  { webhooks }: Readonly<World>,
  { kind, delay, event, webhook }: Extract<Move, { do: "disturb-deliveries" }>,
): FaultTerms {
  const webhookId = webhook === null ? undefined : pick([], webhooks, webhook);
  const filters = { ...(event === undefined ? {} : { event }), ...(webhookId === undefined ? {} : { webhookId }) };
  return kind === "duplicate-delivery" ? { kind, ...filters } : { kind, delay, ...filters };
}

/** The next attempt is recorded only where it can have begun: when it is due, or when it was before a cancellation. */
function recording(
  world: Readonly<World>,
  deliveryId: string,
  { ahead, epochs, answer }: Extract<Move, { do: "record-attempt" }>,
): Command {
  const delivery = world.deliveries.get(deliveryId);
  const ended = delivery?.attempts.length ?? 0;
  const number = ended + (ahead === 1 && !mayBeUnderWay(world, delivery) ? 0 : ahead);
  const begun = { epoch: world.epoch + epochs, attemptedAt: world.at, url: "https://hooks.acme.dev/before" };
  return { type: "record-attempt", deliveryId, number, ...begun, ...resultOf(answer) };
}

function mayBeUnderWay(world: Readonly<World>, delivery: Delivery | undefined): boolean {
  if (delivery === undefined) return true;
  const { attemptDue, attempts } = delivery;
  return attemptDue === null ? attempts.length < deliveryMaxAttempts : attemptDue.at <= world.at;
}

/** The company's newest but `which`; beyond its own, another's; where there is none, an id that does not exist. */
function pick(own: readonly string[], all: ReadonlyMap<string, unknown>, which: number): string {
  return own.at(-1 - which) ?? [...all.keys()][which] ?? "none_0";
}

type NamedAmount = "all" | "floor" | "below floor" | "all but floor" | "more than that";

function amountOf({ settings }: Readonly<World>, value: Cents | NamedAmount, available: Cents): Cents {
  if (typeof value === "number") return value;
  const floor = Math.max(1, settings.minimumWithdrawal + settings.withdrawalFee);
  const amounts = {
    all: available,
    floor,
    "below floor": floor - 1,
    "all but floor": available - floor,
    "more than that": available - floor + 1,
  };
  return Math.max(1, amounts[value]);
}

function rightCode(world: Readonly<World>, withdrawId: string): string {
  return otpCode(world.seed, withdrawId, world.withdrawals.get(withdrawId)?.otp ?? { issue: 1 });
}
