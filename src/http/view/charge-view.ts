import { type Charge, type Customer, customerIdOf } from "../../domain/charge.ts";
import { existing, type World } from "../../domain/world.ts";
import { holdView } from "./balance-view.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

export const customerShape = {
  id: true,
  name: true,
  email: true,
  phone: true,
} as const satisfies ShapeOf<ReturnType<typeof shownCustomer>>;

/** The customer that a charge or a subscription of this company names. */
export function customerView(customer: Customer | null, companyId: string, seed: string) {
  return customer === null ? null : shownCustomer(customer, companyId, seed);
}

/** An email or a phone that was never given is left out. */
function shownCustomer(customer: Customer, companyId: string, seed: string) {
  const { name, email, phone } = customer;
  return { id: customerIdOf(customer, companyId, seed), name, email: email ?? undefined, phone: phone ?? undefined };
}

export function chargeView(world: Readonly<World>, charge: Charge) {
  const { chargeId, companyId } = charge;
  const hold = existing(world.companies, companyId).holds.get(chargeId);
  return {
    ...charge,
    customer: customerView(charge.customer, companyId, world.seed),
    createdAt: isoInstant(charge.createdAt),
    paidAt: isoInstantOrNull(charge.paidAt),
    expiresAt: isoInstantOrNull(charge.expiresAt),
    hold: hold === undefined ? null : holdView(hold),
  };
}
