import { attemptsLeft, isBlocked } from "../../domain/otp.ts";
import type { Withdrawal } from "../../domain/withdrawal.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

export const withdrawalShape = {
  withdrawId: true,
  companyId: true,
  origin: true,
  status: true,
  value: true,
  fee: true,
  netValue: true,
  pixKey: true,
  endToEndId: true,
  createdAt: true,
  otpExpiresAt: true,
  attemptsLeft: true,
  blocked: true,
  settlesAt: true,
  failureReason: true,
} as const satisfies ShapeOf<ReturnType<typeof withdrawalView>>;

/** Interface: "Withdrawal", and what the control plane shows besides. Amounts in cents. Never holds the code. */
export function withdrawalView(withdrawal: Withdrawal) {
  const { value, fee } = withdrawal;
  // Only an open withdrawal has a code.
  const otp = withdrawal.status === "CREATED" ? withdrawal.otp : null;
  return {
    ...withdrawal,
    netValue: value - fee,
    // Absent until the payment is confirmed.
    endToEndId: withdrawal.endToEndId ?? undefined,
    createdAt: isoInstant(withdrawal.createdAt),
    otpExpiresAt: isoInstantOrNull(otp?.expiresAt ?? null),
    attemptsLeft: otp === null ? null : attemptsLeft(otp),
    blocked: otp !== null && isBlocked(otp),
    settlesAt: isoInstantOrNull(withdrawal.settlementDue?.at ?? null),
  };
}
