import { instantIn, isUtcInstant } from "../judge/instant.ts";
import { isObject, type JsonObject, shown } from "../judge/json.ts";
import { bodyOf, type SeenDelivery } from "../model/deliveries.ts";
import { isPaymentStatus } from "../model/event-names.ts";
import { toldOfOtherId } from "../model/occurrences.ts";
import type { Seen } from "../model/seen.ts";
import { eventsTold } from "../stories/deliveries.ts";
import { listened } from "../stories/listening.ts";
import type { OutsideAct } from "../trace/trace.ts";
import { type Clause, right } from "./clause.ts";

interface Told extends SeenDelivery {
  readonly data: JsonObject;
  /** With what the run has had the charge made and paid. */
  readonly made: OutsideAct | undefined;
  readonly paid: OutsideAct | undefined;
  /** The `companyId` that the first event of the account's charges told. */
  readonly company: unknown;
  /** Whether charges of the account are known to be made with the reference and the customer that the run orders. */
  readonly isPassedOn: boolean;
  /** Whether the run expected another identifier. */
  readonly hasOtherId: boolean;
}

/** What a charge event tells of the charge. */
export const chargePayloadClauses = [
  member(
    "chargeId",
    "A charge event names the charge in a string `chargeId`.",
    (value, { hasOtherId }) => isText(value) && !hasOtherId,
  ),
  member(
    "companyId",
    "A charge event names the company in a string `companyId`.",
    (value, { made, company }) => isText(value) && (made === undefined || value === company),
  ),
  member("paymentStatus", "The `paymentStatus` of a charge event is one of the five that exist.", isPaymentStatus),
  member(
    "previousStatus",
    "The `previousStatus` of a charge event is a string or null, where it is there at all.",
    (value) => value === undefined || value === null || isText(value),
  ),
  member(
    "total",
    "A charge event shows the charge's amount in `total`, an integer of cents.",
    (value, { made }) => Number.isInteger(value) && (made?.given.total === undefined || value === made.given.total),
  ),
  member(
    "externalId",
    "A charge event shows the caller's reference in `externalId`, a string, or null where there is none.",
    // The platform's own identifier is not the caller's reference.
    (value, { data, made, isPassedOn }) => {
      if (typeof made?.given.externalId !== "string") return value === null || typeof value === "string";
      if (isPassedOn) return typeof value === "string" && plain(value) === plain(made.given.externalId);
      return value === null || (typeof value === "string" && value !== data.chargeId);
    },
  ),
  member(
    "customer",
    "The `customer` of a charge event is an object or null, where it is there at all.",
    (value) => value === undefined || value === null || isObject(value),
  ),
  right({
    ...said(
      "customer-fields",
      "As far as a charge event tells a customer's `id`, `name`, `email` and `phone`, they are strings.",
    ),
    covers: ["components/schemas/Customer/properties/**"],
    those: (seen) =>
      toldIn(seen).flatMap(({ data: { customer }, first }) => (isObject(customer) ? [{ customer, first }] : [])),
    wrong: ({ customer }) => {
      const wrong = ["id", "name", "email", "phone"].find((name) => typeof (customer[name] ?? "") !== "string");
      return wrong !== undefined && `"${wrong}" of a customer must be a string, and is ${shown(customer[wrong])}`;
    },
  }),
  member(
    "paidAt",
    "A charge event has in `paidAt` the instant of payment, ISO 8601 in UTC, or null.",
    (value, { event, paid }) =>
      isUtcInstant(value) ? paid === undefined || isThen(value, paid) : value === null && event !== "charge.paid",
  ),
  member(
    "expiresAt",
    "A charge event has in `expiresAt` the instant of expiry, ISO 8601 in UTC, or null.",
    (value) => value === null || isUtcInstant(value),
  ),
];

function said(name: string, text: string) {
  return {
    id: `charge-payload.${name}`,
    section: "Resources and their fields: Webhook delivery payload",
    text,
    needs: [eventsTold, listened],
  } as const;
}

/** A clause about one member of `data`. */
function member(field: string, text: string, isRight: (value: unknown, told: Told) => boolean): Clause {
  return right({
    ...said(
      field.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`),
      text,
    ),
    those: toldIn,
    wrong: (told) => {
      const value = told.data[field];
      const what = value === undefined ? "missing" : shown(value);
      return !isRight(value, told) && `"${field}" of ${told.event} must not be ${what}`;
    },
  });
}

/** Charge events that have data at all; that they have is another clause. */
function toldIn(seen: Seen): readonly Told[] {
  const { hooks, occurrences } = seen;
  const otherIds = occurrences.flatMap((one) => toldOfOtherId(one, seen));
  const companies = new Map<string, unknown>();
  const told = hooks.flatMap((hook) =>
    hook.deliveries.flatMap((delivery) => {
      const { data } = bodyOf(delivery.first);
      if (!delivery.isOfEvent || delivery.event?.startsWith("charge.") !== true || !isObject(data)) return [];
      const own = occurrences.filter(({ act, chargeId }) => act.account === hook.account && chargeId === data.chargeId);
      const [made, paid] = ["make-charge", "pay-charge"].map(
        (one) => own.find(({ act }) => act.capability === one)?.act,
      );
      if (made !== undefined && !companies.has(hook.account)) companies.set(hook.account, data.companyId);
      const company = companies.get(hook.account);
      return [{ ...delivery, data, made, paid, company, hasOtherId: otherIds.includes(delivery) }];
    }),
  );
  const passedOn = new Set(told.filter(showsOrder).map(({ made }) => made?.account));
  return told.map((one) => ({ ...one, isPassedOn: one.made !== undefined && passedOn.has(one.made.account) }));
}

/** A driver may make charges without what is ordered beside their amount. */
function showsOrder({ data, made }: Pick<Told, "data" | "made">): boolean {
  const { externalId, customer } = made?.given ?? {};
  const [ordered, shownOnes] = [customer, data.customer].map((one) => (isObject(one) ? one.email : undefined));
  return (externalId !== undefined && data.externalId === externalId) || (isText(ordered) && ordered === shownOnes);
}

/** Signs may be written in another way. */
function plain(text: string): string {
  return text.normalize("NFKC").replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** A target's clock may not be quite right. */
function isThen(instant: string, { startedAt, at }: OutsideAct): boolean {
  return instantIn(instant) >= startedAt - TOLERANCE_MS && instantIn(instant) <= at + TOLERANCE_MS;
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value !== "";
}

const TOLERANCE_MS = 30 * 60_000;
