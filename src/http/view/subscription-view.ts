import type { Subscription } from "../../domain/subscription.ts";
import type { World } from "../../domain/world.ts";
import { customerShape, customerView } from "./charge-view.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

export const subscriptionShape = {
  subscriptionId: true,
  companyId: true,
  status: true,
  amountCents: true,
  interval: true,
  customer: customerShape,
  nextOutcome: true,
  createdAt: true,
  nextChargeAt: true,
} as const satisfies ShapeOf<ReturnType<typeof subscriptionView>>;

export function subscriptionView({ seed }: Readonly<World>, subscription: Subscription) {
  const { companyId, createdAt, billingDue } = subscription;
  const customer = customerView(subscription.customer, companyId, seed);
  const nextChargeAt = isoInstantOrNull(billingDue?.at ?? null);
  return { ...subscription, customer, createdAt: isoInstant(createdAt), nextChargeAt };
}
