import type { Subscription } from "../../domain/subscription.ts";
import type { World } from "../../domain/world.ts";
import { customerView } from "./charge-view.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";

export function subscriptionView({ seed }: Readonly<World>, subscription: Subscription) {
  const { companyId, createdAt, billingDue } = subscription;
  const customer = customerView(subscription.customer, companyId, seed);
  const nextChargeAt = isoInstantOrNull(billingDue?.at ?? null);
  return { ...subscription, customer, createdAt: isoInstant(createdAt), nextChargeAt };
}
