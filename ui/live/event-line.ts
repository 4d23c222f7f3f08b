import { hrefOf } from "../state/place.ts";
import { text } from "../text/text.ts";
import { type HistoryEvent, numberOf, textOf } from "./history-event.ts";

/** An event as a person reads it in one line. */
export interface EventLine {
  readonly title: string;
  /** The amount that it is about, in cents; null without one. */
  readonly cents: number | null;
  /** What else tells it from others: a name, a status. */
  readonly detail: string;
  /** The screen that shows what it is about; null without one. */
  readonly href: string | null;
  readonly tone: "good" | "bad" | "waiting" | "attention" | "quiet";
}

const amounts = ["amountCents", "value", "total", "availableCents"];

const tones: Readonly<Record<string, EventLine["tone"]>> = {
  ChargePaid: "good",
  HoldReleased: "good",
  SubscriptionAuthorized: "good",
  SubscriptionChargePaid: "good",
  WithdrawalConfirmed: "good",
  WithdrawalApproved: "good",
  WithdrawalSettled: "good",
  AutomaticWithdrawalMade: "good",
  WebhookReactivated: "good",
  ChargeExpired: "bad",
  ChargeChargedBack: "bad",
  SubscriptionRejected: "bad",
  SubscriptionChargeFailed: "bad",
  OtpRefused: "bad",
  WithdrawalDeclined: "bad",
  WithdrawalFailed: "bad",
  WebhookDeactivated: "bad",
  FaultStruck: "bad",
  WithdrawalSentToReview: "attention",
  ChargeRefunded: "attention",
  WorldRewound: "attention",
  WithdrawalInitiated: "waiting",
  OtpIssued: "waiting",
  ChargeCreated: "waiting",
  ChargeProcessing: "waiting",
};

const untold = ["TimeReached", "NotificationRaised", "ClockSet", "AutomaticWithdrawalScheduled"];

/** Returns whether an event is something that happened to the company. Time that has passed is not. */
export function isTold({ type }: HistoryEvent): boolean {
  return !untold.includes(type);
}

/** Returns how an event is told in a line, in the language of the page. */
export function lineOf(event: HistoryEvent): EventLine {
  const cents = amounts.map((name) => numberOf(event, name)).find((amount) => amount !== null) ?? null;
  return {
    title: eventName(event.type),
    cents,
    detail: detailOf(event),
    href: hrefTo(event),
    tone: event.type === "AttemptRecorded" ? attemptTone(event) : eventTone(event.type),
  };
}

/** Returns how an event of this type is shown; an attempt to deliver has two ways. */
export function eventTone(type: string): EventLine["tone"] {
  return tones[type] ?? "quiet";
}

/** Returns the name of a type of events in the language of the page. */
export function eventName(type: string): string {
  const names: Readonly<Record<string, string>> = text.value.events;
  return names[type] ?? type;
}

function attemptTone(event: HistoryEvent): EventLine["tone"] {
  return event.data.failure === null ? "good" : "bad";
}

function detailOf(event: HistoryEvent): string {
  if (event.type === "WorldRewound") return `→ ${numberOf(event, "to")}`;
  if (event.type === "AttemptRecorded") return [numberOf(event, "number"), textOf(event, "url")].join(" · ");
  const named = ["name", "externalId", "reason", "mode", "kind", "operationId"].map((name) => textOf(event, name));
  return named.filter((detail) => detail !== null).join(" · ");
}

function hrefTo(event: HistoryEvent): string | null {
  const of = (name: string) => textOf(event, name);
  const withdrawId = of("withdrawId");
  if (withdrawId !== null) return hrefOf("withdrawals", { id: withdrawId });
  const deliveryId = of("deliveryId");
  if (deliveryId !== null) return hrefOf("webhooks", { delivery: deliveryId });
  const webhookId = of("webhookId");
  if (webhookId !== null) return hrefOf("webhooks", { id: webhookId });
  const chargeId = of("chargeId");
  if (chargeId !== null) return hrefOf("charges", { id: chargeId });
  const subscriptionId = of("subscriptionId");
  if (subscriptionId !== null) return hrefOf("charges", { subscription: subscriptionId });
  if (event.type === "NotificationRaised") return hrefOf("webhooks", { event: of("name") ?? undefined });
  if (event.type.startsWith("Fault")) return hrefOf("faults");
  return event.type.startsWith("Bookmark") ? hrefOf("time") : null;
}
