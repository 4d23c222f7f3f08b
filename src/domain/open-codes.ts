import { type Otp, otpCode } from "./otp.ts";
import type { World } from "./world.ts";

/** Returns the codes of the open withdrawals of a world, so that nothing shows one that a caller put somewhere else. */
export function openCodes({ seed, companies, withdrawals }: Readonly<World>): readonly string[] {
  const codes: string[] = [];
  for (const { openWithdrawalId } of companies.values()) {
    const withdrawal = openWithdrawalId === null ? undefined : withdrawals.get(openWithdrawalId);
    if (!withdrawal?.otp) continue;
    const { withdrawId, otp } = withdrawal;
    const code = known.get(otp) ?? otpCode(seed, withdrawId, otp);
    if (!known.has(otp)) known.set(otp, code);
    codes.push(code);
  }
  return codes;
}

/** Each call whose text has six digits asks for all of them again. */
const known = new WeakMap<Otp, string>();
