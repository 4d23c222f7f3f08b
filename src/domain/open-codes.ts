import { remembering } from "../remembering.ts";
import { type Otp, otpCode } from "./otp.ts";
import type { World } from "./world.ts";

/** Returns the codes of the open withdrawals of a world, so that nothing shows one that a caller put somewhere else. */
export function openCodes({ seed, companies, withdrawals }: Readonly<World>): readonly string[] {
  const codes: string[] = [];
  for (const { openWithdrawalId } of companies.values()) {
    const withdrawal = openWithdrawalId === null ? undefined : withdrawals.get(openWithdrawalId);
    if (withdrawal?.otp) codes.push(codeOf(withdrawal.otp, seed, withdrawal.withdrawId));
  }
  return codes;
}

/** Each call whose text has six digits asks for all of them again. A `WeakMap` of all that were ever issued is slower. */
const codeOf = remembering(10_000, (otp: Otp, seed: string, withdrawId: string) => otpCode(seed, withdrawId, otp));
