import type { components } from "../../src/spec/generated/control-api.ts";
import { instantIn } from "../judge/instant.ts";
import { isObject } from "../judge/json.ts";
import { bodyOf, dataOf } from "../model/deliveries.ts";
import { paymentStatuses } from "../model/event-names.ts";
import type { Arrival } from "../trace/trace.ts";
import { agoOf, dueIn } from "./recorded-time.ts";
import { isAmount } from "./recorded-withdrawals.ts";

type Planned = components["schemas"]["FixtureCharge"];

/** A charge as webhooks told of it last; `at`: when its status came to be. Other times are its latest possible ones. */
export type RecordedCharge = ReturnType<typeof chargeIn>[number];

/** Returns the charges of which deliveries tell, oldest first. An event that came late does not take back a newer one. */
export function recordedCharges(deliveries: readonly Arrival[]): readonly RecordedCharge[] {
  const charges = new Map<string, RecordedCharge>();
  for (const told of deliveries.flatMap(chargeIn).toSorted((one, other) => one.at - other.at)) {
    const { createdAt = told.createdAt } = charges.get(told.chargeId) ?? {};
    charges.delete(told.chargeId);
    charges.set(told.chargeId, { ...told, createdAt: Math.min(createdAt, told.createdAt) });
  }
  return [...charges.values()];
}

function chargeIn(arrival: Arrival) {
  const { event, timestamp } = bodyOf(arrival);
  const { chargeId, paymentStatus, total, externalId, customer, ...data } = dataOf(arrival);
  const status = paymentStatuses.find((one) => one === paymentStatus);
  if (!String(event).startsWith("charge.") || typeof chargeId !== "string" || !status || !isAmount(total)) return [];
  const at = instantIn(timestamp) || arrival.at;
  const paidAt = Math.min(at, instantIn(data.paidAt) || arrival.at);
  const times = { at, paidAt, createdAt: paidAt, expiresAt: instantIn(data.expiresAt) || Number.POSITIVE_INFINITY };
  // A reference that is no plain word may name a person, and so may the digits of a CPF or CNPJ.
  const reference = /^(?!\d{11}$|\d{14}$)[\w-]{1,64}$/.exec(String(externalId ?? ""))?.[0];
  return [{ chargeId, status, total, ...times, externalId: reference, hasCustomer: isObject(customer) }];
}

/** Returns a charge as fixtures have it; `isCounted`: all of it is in the balance that was read. */
export function chargeFixture(
  charge: RecordedCharge & { readonly isCounted: boolean },
  nth: number,
  endMs: number,
): Planned {
  const { total, at, createdAt, paidAt, expiresAt, externalId, hasCustomer, isCounted } = charge;
  const ago = (ms: number) => agoOf(endMs, ms);
  const isExpired = charge.status === "PENDING" && expiresAt <= endMs;
  const status = isExpired ? "EXPIRED" : charge.status;
  const endedAt = isExpired ? expiresAt : at;
  return {
    ...{ total, status, createdAgo: ago(Math.min(createdAt, endedAt)) },
    ...(externalId !== undefined && { externalId }),
    ...(hasCustomer && { customer: { name: `Cliente ${nth + 1}`, email: `cliente-${nth + 1}@example.com` } }),
    ...(status === "PROCESSING" && { processingAgo: ago(at) }),
    ...((status === "PAID" || status === "REFUNDED") && { paidAgo: ago(paidAt) }),
    ...(isCounted && { retention: { percent: 0, holdFor: "P1D" } }),
    ...(status === "REFUNDED" && { refundedAgo: ago(at) }),
    ...(status === "EXPIRED" && { expiredAgo: ago(endedAt) }),
    ...(status === "PENDING" && Number.isFinite(expiresAt) && { expiresIn: dueIn(endMs, expiresAt) }),
  };
}
