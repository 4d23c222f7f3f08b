import type { Capability } from "./capability.ts";

/**
 * Does what no API key can do. What a capability is given, and what it returns:
 *
 * - `make-charge` { total, externalId?, customer? } → { chargeId }; `pay-charge`, `expire-charge`, `dispute-charge` { chargeId }
 * - `authorize-subscription`, `reject-subscription` {} → { subscriptionId }; `charge-subscription`, `fail-subscription` { subscriptionId }
 * - `approve-withdrawal`, `decline-withdrawal` { withdrawId }
 * - `daily-withdrawal` {}: the automatic withdrawal of all that is available
 * - `reactivate-webhook` { webhookId }
 * - `change-settings` { … } by the names of the control plane's settings
 * - `other-key` {} → { apiKey } of a second company
 */
export interface Driver {
  readonly capabilities: ReadonlySet<Capability>;
  act(capability: Capability, given: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>;
}

/** A driver could not do what it was asked for; the message says which action, where, and why. */
export class DriverError extends Error {
  override readonly name = "DriverError";
}
