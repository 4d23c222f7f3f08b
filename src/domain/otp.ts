import { timingSafeEqual } from "node:crypto";
import { deriveDigits } from "./identity.ts";
import type { Instant } from "./instant.ts";

/** Interface: "OTP rules of an open withdrawal" and "Limits". */
export const otpLength = 6;
const otpMaxWrongAttempts = 5;

/** The one-time code of an open withdrawal. Its digits are derived when needed and never stored, unless they are fixed. */
export interface Otp {
  /** 1 for the code sent at initiation, one more for each resend. */
  readonly issue: number;
  readonly expiresAt: Instant;
  /** The setting `otpCode` when the code was issued. Absent from codes of their own. */
  readonly fixedCode?: string | undefined;
  wrongAttempts: number;
}

export function otpCode(
  seed: string,
  withdrawId: string,
  { issue, fixedCode }: Pick<Otp, "issue" | "fixedCode">,
): string {
  if (fixedCode !== undefined) return fixedCode;
  return deriveDigits(otpLength, seed, "otp", withdrawId, issue);
}

/** Compares in constant time, so the duration does not tell how many digits are right. */
export function isSameCode(expected: string, given: string): boolean {
  const a = Buffer.from(expected);
  const b = Buffer.from(given);
  return a.length === b.length && timingSafeEqual(a, b);
}

export function isExpired(otp: Otp, at: Instant): boolean {
  return at >= otp.expiresAt;
}

export function isBlocked(otp: Otp): boolean {
  return otp.wrongAttempts >= otpMaxWrongAttempts;
}

export function attemptsLeft(otp: Otp): number {
  return otpMaxWrongAttempts - otp.wrongAttempts;
}
