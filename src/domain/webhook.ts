import { deriveHex } from "./identity.ts";
import type { Instant } from "./instant.ts";

/** Where a company is notified, and of what (interface: "Webhook (configuration)"). */
export interface Webhook {
  readonly webhookId: string;
  readonly companyId: string;
  readonly createdAt: Instant;
  name: string;
  url: string;
  events: readonly string[];
  /** Only an active webhook gets deliveries. */
  active: boolean;
  /** Null while it is active. */
  deactivatedAt: Instant | null;
  /** A deleted webhook is known to its deliveries only. */
  deleted: boolean;
  /** Oldest first. */
  readonly deliveryIds: string[];
  /** Its attempts in the order in which they ended. */
  readonly log: { readonly deliveryId: string; readonly number: number }[];
}

/** What a company says when it creates a webhook, and may change later. */
export interface WebhookTerms {
  readonly name: string;
  readonly url: string;
  readonly events: readonly string[];
}

/** The HMAC key of every delivery. It is not kept: like a code it is derived whenever it is needed. */
export function webhookSecret(seed: string, webhookId: string): string {
  return `whsec_${deriveHex(48, seed, "webhook-secret", webhookId)}`;
}
