import type { components } from "../../src/spec/generated/control-api.ts";
import { isObject, type JsonObject } from "../judge/json.ts";
import { paymentStatuses } from "../model/event-names.ts";
import type { Arrival } from "../trace/trace.ts";
import { agoOf, dueIn } from "./recorded-time.ts";
import { isAmount } from "./recorded-withdrawals.ts";

type Planned = components["schemas"]["FixtureCharge"];

/** A charge as webhooks told of it last. */
export interface RecordedCharge {
  readonly chargeId: string;
  readonly total: number;
  readonly status: Planned["status"];
  readonly createdAt: number;
  /** When that status came to be. */
  readonly at: number;
  readonly paidAt: number;
  readonly expiresAt: number;
  readonly externalId: string | undefined;
  readonly hasCustomer: boolean;
}

/** Returns the charges of which deliveries tell, oldest first. An event that came late does not take back a newer one. */
export function recordedCharges(deliveries: readonly Arrival[]): readonly RecordedCharge[] {
  const told = deliveries.flatMap((arrival) => chargeIn(arrival));
  const groups = Map.groupBy(told, ({ chargeId }) => chargeId);
  return [...groups.values()]
    .flatMap((all) => {
      const newest = all.toSorted((one, other) => one.at - other.at).at(-1);
      return newest === undefined ? [] : [{ ...newest, createdAt: Math.min(...all.map(({ createdAt }) => createdAt)) }];
    })
    .toSorted((one, other) => one.at - other.at);
}

function chargeIn({ json, at: arrivedAt }: Arrival): readonly RecordedCharge[] {
  if (!isObject(json) || !isObject(json.data) || !String(json.event).startsWith("charge.")) return [];
  const { chargeId, paymentStatus, total, externalId, customer }: JsonObject = json.data;
  const status = paymentStatuses.find((one) => one === paymentStatus);
  if (typeof chargeId !== "string" || status === undefined || !isAmount(total)) return [];
  const [at = arrivedAt, paidAt = arrivedAt, expiresAt = Number.POSITIVE_INFINITY] = [
    ...[json.timestamp, json.data.paidAt, json.data.expiresAt],
  ].map(instantOf);
  return [
    {
      ...{ chargeId, status, total, at, expiresAt, paidAt: Math.min(paidAt, at) },
      createdAt: Math.min(at, paidAt),
      // A reference that is no plain word may name a person, and so may the digits of a CPF or CNPJ.
      externalId: /^(?!\d{11}$|\d{14}$)[\w-]{1,64}$/.test(String(externalId ?? "")) ? String(externalId) : undefined,
      hasCustomer: isObject(customer),
    },
  ];
}

function instantOf(value: unknown): number | undefined {
  const at = typeof value === "string" ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
}

/** Returns a charge as fixtures have it; `isCounted`: all of it is in the balance that was read. */
export function chargeFixture(charge: RecordedCharge, nth: number, endMs: number, isCounted: boolean): Planned {
  const { total, at, createdAt, paidAt, expiresAt, externalId, hasCustomer } = charge;
  const ago = (ms: number) => agoOf(endMs, ms);
  const isExpired = charge.status === "PENDING" && expiresAt <= endMs;
  const status = isExpired ? "EXPIRED" : charge.status;
  return {
    ...{ total, status, createdAgo: ago(Math.min(createdAt, isExpired ? expiresAt : at)) },
    ...(externalId !== undefined && { externalId }),
    ...(hasCustomer && { customer: { name: `Cliente ${nth + 1}`, email: `cliente-${nth + 1}@example.com` } }),
    ...(status === "PROCESSING" && { processingAgo: ago(at) }),
    ...((status === "PAID" || status === "REFUNDED") && { paidAgo: ago(paidAt) }),
    ...(isCounted && { retention: { percent: 0, holdFor: "P1D" } }),
    ...(status === "REFUNDED" && { refundedAgo: ago(at) }),
    ...(status === "EXPIRED" && { expiredAgo: ago(isExpired ? expiresAt : at) }),
    ...(status === "PENDING" && Number.isFinite(expiresAt) && { expiresIn: dueIn(endMs, expiresAt) }),
  };
}
