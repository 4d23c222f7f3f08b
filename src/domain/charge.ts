import type { Due } from "./agenda.ts";
import { deriveCustomerId } from "./identity.ts";
import type { Instant } from "./instant.ts";
import type { Cents } from "./money.ts";
import type { Retention } from "./settings.ts";

/** Interface: "Charge (as reflected by events)". */
export type PaymentStatus = "PENDING" | "PROCESSING" | "PAID" | "EXPIRED" | "REFUNDED";

/** The payer (interface: "`data` of a charge event"). Fields that the caller omitted are null. */
export interface Customer {
  readonly id: string | null;
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
}

export interface ChargeIds {
  readonly companyId: string;
  readonly chargeId: string;
}

/**
 * A payment request to a customer. Amounts in cents. A charge is reversed at most once. It is replaced and never written
 * to, so that a world and its beginning share most charges.
 */
export interface Charge extends ChargeIds {
  readonly subscriptionId: string | null;
  readonly paymentStatus: PaymentStatus;
  readonly previousStatus: PaymentStatus | null;
  readonly total: Cents;
  readonly externalId: string | null;
  readonly customer: Customer | null;
  /** Its own retention, which overrides the company's and the instance's. */
  readonly retention: Retention | null;
  readonly createdAt: Instant;
  readonly paidAt: Instant | null;
  readonly expiresAt: Instant | null;
  readonly expiryDue: Due | null;
  readonly reversal: "REFUND" | "CHARGEBACK" | null;
}

type ChargeTerms = Pick<Charge, "subscriptionId" | "externalId" | "customer" | "retention" | "expiresAt">;

/** Returns a new charge that waits for its payment. Terms that are not given are null. */
export function pendingCharge(
  facts: ChargeIds & Pick<Charge, "total"> & Partial<ChargeTerms>,
  createdAt: Instant,
): Charge {
  return {
    subscriptionId: null,
    externalId: null,
    customer: null,
    retention: null,
    expiresAt: null,
    ...facts,
    paymentStatus: "PENDING",
    previousStatus: null,
    createdAt,
    paidAt: null,
    expiryDue: null,
    reversal: null,
  };
}

/** The fields of a customer that a caller can omit. */
export type CustomerInput = Pick<Customer, "name"> & {
  readonly [K in "id" | "email" | "phone"]?: string | null | undefined;
};

/** Returns the id that the caller sent, or one derived from the customer's other fields. */
export function customerIdOf({ id, name, email, phone }: Customer, companyId: string, seed: string): string {
  return id ?? deriveCustomerId(seed, companyId, [name, email, phone]);
}

export function customerOf(input: CustomerInput | null | undefined): Customer | null {
  if (input === null || input === undefined) return null;
  return { id: input.id ?? null, name: input.name, email: input.email ?? null, phone: input.phone ?? null };
}
