import type { IsoDuration } from "./duration.ts";
import type { Cents } from "./money.ts";

/** What happens to a payout: after `delay` it ends as `outcome`, or, when `MANUAL`, only when told. */
export interface Settlement {
  readonly delay: IsoDuration;
  readonly outcome: "CONFIRMED" | "FAILED" | "MANUAL";
  readonly reason: string | null;
}

/** A settlement for withdrawals of certain values, or to a certain PIX key. If it has two conditions, both must be true. */
export interface Trigger {
  /** The last digits of the value in cents. */
  readonly valueEndsWith?: number | undefined;
  readonly pixKey?: string | undefined;
  /** What differs from the settlement of the instance. */
  readonly settlement: { readonly [K in keyof Settlement]?: Settlement[K] | undefined };
}

interface Settling {
  readonly settlement: Settlement;
  readonly triggers: readonly Trigger[];
}

/** Returns the settlement of a payout: that of the first trigger that matches, or that of the instance. */
export function settlementOf({ settlement, triggers }: Settling, payout: { value: Cents; pixKey: string }): Settlement {
  const triggered = triggers.find((trigger) => matches(trigger, payout))?.settlement;
  if (triggered === undefined) return settlement;
  const { delay = settlement.delay, outcome = settlement.outcome, reason = settlement.reason } = triggered;
  return { delay, outcome, reason };
}

function matches({ valueEndsWith, pixKey }: Trigger, payout: { value: Cents; pixKey: string }): boolean {
  const hasEnding = valueEndsWith === undefined || String(payout.value).endsWith(String(valueEndsWith));
  return hasEnding && (pixKey === undefined || pixKey === payout.pixKey);
}
