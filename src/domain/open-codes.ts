import { otpCode } from "./otp.ts";
import type { World } from "./world.ts";

/** Returns the codes of the open withdrawals of a world, so that nothing shows one that a caller put somewhere else. */
export function openCodes({ seed, companies, withdrawals }: Readonly<World>): readonly string[] {
  const codes: string[] = [];
  for (const { openWithdrawalId } of companies.values()) {
    const withdrawal = openWithdrawalId === null ? undefined : withdrawals.get(openWithdrawalId);
    if (withdrawal?.otp) codes.push(otpCode(seed, withdrawal.withdrawId, withdrawal.otp));
  }
  return codes;
}
