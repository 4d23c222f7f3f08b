import type { Due } from "./agenda.ts";
import { addDuration } from "./duration.ts";
import { deriveAlphanumerics } from "./identity.ts";
import { compactMinute, type Instant } from "./instant.ts";
import type { Cents } from "./money.ts";
import type { Otp } from "./otp.ts";
import type { Settings } from "./settings.ts";
import { type Settlement, settlementOf } from "./settlement.ts";

/** Interface: "Withdrawal" under "States and transitions". */
export type WithdrawalStatus = "CREATED" | "PENDING_REVIEW" | "APPROVED" | "CONFIRMED" | "FAILED" | "CANCELLED";

/** How an approved withdrawal will end. `settlesAt` is null if only a command ends it. */
export interface PayoutPlan {
  readonly settlesAt: Instant | null;
  readonly outcome: Settlement["outcome"];
  readonly reason: string | null;
}

export interface WithdrawalIds {
  readonly companyId: string;
  readonly withdrawId: string;
}

/** A payout to the company's PIX key. `fee` comes out of `value`; the bank gets the rest. Amounts in cents. */
export interface Withdrawal extends WithdrawalIds {
  readonly origin: "MANUAL" | "AUTOMATIC";
  status: WithdrawalStatus;
  readonly value: Cents;
  readonly fee: Cents;
  readonly pixKey: string;
  readonly createdAt: Instant;
  /** Null for automatic withdrawals, which need no code. */
  otp: Otp | null;
  payout: PayoutPlan | null;
  settlementDue: Due | null;
  endToEndId: string | null;
  failureReason: string | null;
  /** The `traceparent` of the call that let the payout begin, if it had one. The settlement goes on with it. */
  traceparent?: string | undefined;
}

/** Returns the smallest value of a withdrawal (interface: "Real minimum of an account": minimum plus fee). */
export function realMinimum(settings: Pick<Settings, "minimumWithdrawal" | "withdrawalFee">): Cents {
  return settings.minimumWithdrawal + settings.withdrawalFee;
}

/** Returns how a payout approved at `at` will end under the instance's settings. */
export function planPayout(
  settings: Settings,
  at: Instant,
  withdrawal: Pick<Withdrawal, "value" | "pixKey">,
): PayoutPlan {
  const { delay, outcome, reason } = settlementOf(settings, withdrawal);
  const settlesAt = outcome === "MANUAL" ? null : addDuration(at, delay, settings.timeZone);
  return { settlesAt, outcome, reason };
}

/** Returns a transaction id in the Central Bank's form: `E`, ISPB, minute (UTC), 11 letters and digits. */
export function endToEndId(seed: string, withdrawId: string, at: Instant): string {
  return `E${sandboxIspb}${compactMinute(at)}${deriveAlphanumerics(11, seed, "endToEndId", withdrawId)}`;
}

/** The ISPB of a payment system participant: eight invented digits. */
const sandboxIspb = "99999004";
