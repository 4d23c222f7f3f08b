import { type Charge, type Customer, customerIdOf } from "../../domain/charge.ts";
import { must, type World } from "../../domain/world.ts";
import { type HoldView, holdShape, holdView } from "./balance-view.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

/** What the customer is known by; an email or a phone that was never given is left out. */
export interface CustomerView {
  readonly id: string;
  readonly name: string;
  readonly email: string | undefined;
  readonly phone: string | undefined;
}

export interface ChargeView {
  readonly chargeId: string;
  readonly companyId: string;
  readonly subscriptionId: string | null;
  readonly paymentStatus: string;
  readonly previousStatus: string | null;
  readonly total: number;
  readonly externalId: string | null;
  readonly customer: CustomerView | null;
  readonly createdAt: string;
  readonly paidAt: string | null;
  readonly expiresAt: string | null;
  readonly hold: HoldView | null;
  readonly reversal: string | null;
}

export const customerShape: ShapeOf<CustomerView> = { id: true, name: true, email: true, phone: true };
export const chargeShape: ShapeOf<ChargeView> = {
  chargeId: true,
  companyId: true,
  subscriptionId: true,
  paymentStatus: true,
  previousStatus: true,
  total: true,
  externalId: true,
  customer: customerShape,
  createdAt: true,
  paidAt: true,
  expiresAt: true,
  hold: holdShape,
  reversal: true,
};

/** The customer that a charge or a subscription of this company names. */
export function customerView(customer: Customer | null, companyId: string, seed: string): CustomerView | null {
  if (customer === null) return null;
  const { name, email, phone } = customer;
  return { id: customerIdOf(customer, companyId, seed), name, email: email ?? undefined, phone: phone ?? undefined };
}

export function chargeView(world: Readonly<World>, charge: Charge): ChargeView {
  const { chargeId, companyId, subscriptionId, paymentStatus, previousStatus, total, externalId, reversal } = charge;
  const hold = must(world.companies, companyId).holds.get(chargeId);
  return {
    chargeId,
    companyId,
    subscriptionId,
    paymentStatus,
    previousStatus,
    total,
    externalId,
    customer: customerView(charge.customer, companyId, world.seed),
    createdAt: isoInstant(charge.createdAt),
    paidAt: isoInstantOrNull(charge.paidAt),
    expiresAt: isoInstantOrNull(charge.expiresAt),
    hold: hold === undefined ? null : holdView(hold),
    reversal,
  };
}
