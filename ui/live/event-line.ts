import type { HistoryEvent } from "../../src/spec/generated/control-api.ts";
import { factsText } from "../parts/facts.ts";
import type { Tone } from "../parts/status.tsx";
import { hrefOf } from "../state/place.ts";
import { text, wordFor } from "../text/text.ts";
import { companyName, overview } from "./overview.ts";

const amounts = ["amountCents", "value", "total", "availableCents"];

/** How an event is to be taken, by the end of its name. */
const tones: readonly (readonly [tone: Tone, names: RegExp])[] = [
  ["good", /(Paid|HoldReleased|Authorized|Confirmed|Approved|Settled|Made|Reactivated|AttemptRecorded)$/],
  ["bad", /(Expired|ChargedBack|Rejected|Failed|Refused|Declined|Deactivated|Struck)$/],
  ["attention", /(SentToReview|Refunded|Rewound)$/],
  ["waiting", /(Initiated|Issued|ChargeCreated|Processing)$/],
];

const untold = ["TimeReached", "NotificationRaised", "ClockSet", "AutomaticWithdrawalScheduled"];

/** Returns whether an event is something that happened to the company. Time that has passed is not. */
export function isTold({ type }: HistoryEvent): boolean {
  return !untold.includes(type);
}

/** Returns how an event is told in a line: with its cents, the screen of what it is about, and what tells it from others. */
export function lineOf(event: HistoryEvent) {
  const cents = amounts.map((name) => numberOf(event, name)).find((amount) => amount !== null) ?? null;
  return {
    title: eventName(event.type),
    cents,
    detail: factsText(...detailsOf(event), otherCompany(event)),
    ...subjectOf(event),
    tone: event.data.failure ? ("bad" as const) : eventTone(event.type),
  };
}

/** Returns how an event of this type is shown, unless it tells of a failure. */
export function eventTone(type: string): Tone {
  return tones.find(([, names]) => names.test(type))?.[0] ?? "quiet";
}

export function eventName(type: string): string {
  return wordFor(text.events, type);
}

function detailsOf(event: HistoryEvent): readonly (string | number | null)[] {
  if (event.type === "WorldRewound") return [`→ ${numberOf(event, "to")}`];
  if (event.type === "AttemptRecorded") return [numberOf(event, "number"), textOf(event, "url")];
  const { faults, clock, operations } = text;
  const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    kind: faults.words,
    mode: { frozen: clock.frozen, running: clock.running },
    operationId: operations,
  };
  return ["name", "externalId", "reason", "mode", "kind", "operationId"].map((name) => {
    const detail = textOf(event, name);
    return detail && wordFor(words[name] ?? {}, detail);
  });
}

/** Returns the name of the company of an event; nothing for the one that is shown, and for what is of none. */
export function otherCompany(event: HistoryEvent): string | undefined {
  const of = otherCompanyId(event);
  return of && companyName(of);
}

function otherCompanyId(event: HistoryEvent): string | undefined {
  const shown = overview.value.value?.company.companyId;
  const company = textOf(event, "companyId");
  return shown === undefined || company === null || company === shown ? undefined : company;
}

/** What is shown of other companies, too, while the page goes on acting as the shown one. */
const SHOWN_OF_OTHERS = ["withdrawId", "chargeId"];

/** What an event can be about, the nearest first, and the address of the screen that shows it. */
export const subjects = {
  withdrawId: (id: string, of?: string) => hrefOf("withdrawals", { id, of }),
  deliveryId: (delivery: string) => hrefOf("webhooks", { delivery }),
  webhookId: (id: string) => hrefOf("webhooks", { id }),
  chargeId: (id: string, of?: string) => hrefOf("charges", { id, of }),
  subscriptionId: (subscription: string) => hrefOf("charges", { show: "subscriptions", subscription }),
};

function subjectOf(event: HistoryEvent): { readonly id: string | null; readonly href: string | null } {
  const of = otherCompanyId(event);
  for (const [name, hrefTo] of Object.entries(subjects)) {
    const id = textOf(event, name);
    if (id !== null) return { id, href: of === undefined || SHOWN_OF_OTHERS.includes(name) ? hrefTo(id, of) : null };
  }
  return { id: null, href: of === undefined ? hrefWithoutSubject(event) : null };
}

function hrefWithoutSubject(event: HistoryEvent): string | null {
  if (event.type === "NotificationRaised") return hrefOf("webhooks", { event: textOf(event, "name") ?? undefined });
  if (event.type === "FaultStruck") return hrefOf("calls");
  if (event.type.startsWith("Fault")) return hrefOf("faults");
  return event.type.startsWith("Bookmark") ? hrefOf("time") : null;
}

function textOf(event: HistoryEvent, name: string): string | null {
  const value = event.data[name];
  return typeof value === "string" ? value : null;
}

function numberOf(event: HistoryEvent, name: string): number | null {
  const value = event.data[name];
  return typeof value === "number" ? value : null;
}
