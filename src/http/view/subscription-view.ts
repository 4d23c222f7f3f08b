import type { Subscription } from "../../domain/subscription.ts";
import type { World } from "../../domain/world.ts";
import { type CustomerView, customerShape, customerView } from "./charge-view.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

export interface SubscriptionView {
  readonly subscriptionId: string;
  readonly companyId: string;
  readonly status: string;
  readonly amountCents: number;
  readonly interval: string;
  readonly customer: CustomerView | null;
  readonly nextOutcome: string;
  readonly createdAt: string;
  readonly nextChargeAt: string | null;
}

export const subscriptionShape: ShapeOf<SubscriptionView> = {
  subscriptionId: true,
  companyId: true,
  status: true,
  amountCents: true,
  interval: true,
  customer: customerShape,
  nextOutcome: true,
  createdAt: true,
  nextChargeAt: true,
};

export function subscriptionView({ seed }: Readonly<World>, subscription: Subscription): SubscriptionView {
  const { subscriptionId, companyId, status, amountCents, interval, nextOutcome } = subscription;
  const customer = customerView(subscription.customer, companyId, seed);
  const createdAt = isoInstant(subscription.createdAt);
  const nextChargeAt = isoInstantOrNull(subscription.billingDue?.at ?? null);
  return { subscriptionId, companyId, status, amountCents, interval, customer, nextOutcome, createdAt, nextChargeAt };
}
