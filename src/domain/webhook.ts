import { deriveHex } from "./identity.ts";
import type { Instant } from "./instant.ts";

export interface WebhookIds {
  readonly companyId: string;
  readonly webhookId: string;
}

/** Where a company is notified and of which events (interface: "Webhook (configuration)"). */
export interface Webhook extends WebhookIds {
  readonly createdAt: Instant;
  name: string;
  url: string;
  events: readonly string[];
  /** Only an active webhook gets deliveries. */
  active: boolean;
  /** Null while it is active. */
  deactivatedAt: Instant | null;
  /** A deleted webhook is kept for its deliveries only. */
  deleted: boolean;
  /** Oldest first. */
  readonly deliveryIds: string[];
  /** Its attempts, in the order in which they ended. */
  readonly log: { readonly deliveryId: string; readonly number: number }[];
}

/** What a company sets at creation and can change later. */
export interface WebhookTerms {
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
}

/** Returns the HMAC key of the deliveries. It is derived when needed and never stored. */
export function webhookSecret(seed: string, webhookId: string): string {
  return `whsec_${deriveHex(48, seed, "webhook-secret", webhookId)}`;
}
