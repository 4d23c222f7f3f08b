import type { Due } from "./agenda.ts";
import type { Customer } from "./charge.ts";
import type { IsoDuration } from "./duration.ts";
import type { Instant } from "./instant.ts";
import type { Cents } from "./money.ts";

export type SubscriptionStatus = "PENDING" | "AUTHORIZED" | "REJECTED";
export type BillingOutcome = "PAID" | "FAILED";

export interface SubscriptionIds {
  readonly companyId: string;
  readonly subscriptionId: string;
}

/** An automatic PIX. Once authorized, it bills `amountCents` every `interval`; `nextOutcome` says how that ends. */
export interface Subscription extends SubscriptionIds {
  status: SubscriptionStatus;
  amountCents: Cents;
  readonly interval: IsoDuration;
  readonly customer: Customer | null;
  nextOutcome: BillingOutcome;
  readonly createdAt: Instant;
  authorizedAt: Instant | null;
  /** The number of scheduled billings so far. */
  billings: number;
  billingDue: Due | null;
}
