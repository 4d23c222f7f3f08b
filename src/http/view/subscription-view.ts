import type { Subscription } from "../../domain/subscription.ts";
import type { World } from "../../domain/world.ts";
import { customerShape, customerView } from "./charge-view.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

export const subscriptionShape: ShapeOf<ReturnType<typeof subscriptionView>> = {
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

export function subscriptionView({ seed }: Readonly<World>, subscription: Subscription) {
  const { subscriptionId, companyId, status, amountCents, interval, nextOutcome } = subscription;
  const customer = customerView(subscription.customer, companyId, seed);
  const createdAt = isoInstant(subscription.createdAt);
  const nextChargeAt = isoInstantOrNull(subscription.billingDue?.at ?? null);
  return { subscriptionId, companyId, status, amountCents, interval, customer, nextOutcome, createdAt, nextChargeAt };
}
