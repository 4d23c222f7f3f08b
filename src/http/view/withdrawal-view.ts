import { attemptsLeft, isBlocked } from "../../domain/otp.ts";
import type { Withdrawal } from "../../domain/withdrawal.ts";
import { isoInstant, isoInstantOrNull } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

export const withdrawalShape: ShapeOf<ReturnType<typeof withdrawalView>> = {
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
};

/** Interface: "Withdrawal", and what the control plane shows besides. Amounts in cents. Never holds the code. */
export function withdrawalView(withdrawal: Withdrawal) {
  const { withdrawId, companyId, origin, status, value, fee, pixKey, failureReason } = withdrawal;
  // Only an open withdrawal has a code.
  const otp = status === "CREATED" ? withdrawal.otp : null;
  return {
    withdrawId,
    companyId,
    origin,
    status,
    value,
    fee,
    netValue: value - fee,
    pixKey,
    // Absent until the payment is confirmed.
    endToEndId: withdrawal.endToEndId ?? undefined,
    createdAt: isoInstant(withdrawal.createdAt),
    otpExpiresAt: isoInstantOrNull(otp?.expiresAt ?? null),
    attemptsLeft: otp === null ? null : attemptsLeft(otp),
    blocked: otp !== null && isBlocked(otp),
    settlesAt: isoInstantOrNull(withdrawal.settlementDue?.at ?? null),
    failureReason,
  };
}
