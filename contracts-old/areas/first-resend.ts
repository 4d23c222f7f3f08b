import { Account } from "../run/account.ts";
import { codeLifeMs, openToExpire } from "../run/code-life.ts";
import type { Run } from "../run/run.ts";
import { must } from "../run/verdict-error.ts";
import type { Withdrawal } from "../run/withdrawal.ts";

/** The life of a code is found out in steps of as long. */
const roughlyMs = 15_000;

/**
 * A withdrawal whose code is as old as a code is when another one can first be asked for, to the second; of this one none
 * was asked for. Another world of the sandbox tells when that is.
 */
export async function openedUntilFirstResend(run: Run): Promise<Withdrawal> {
  const untouched = await openToExpire(await Account.ofNewWorld(run));
  const asking = await openToExpire(await Account.ofNewWorld(run));
  const both = [untouched, asking];
  for (const withdrawal of both) await almostOutlive(withdrawal);
  let isSent = (await asking.resend()).isSuccess;
  for (let passedMs = 0; !isSent && passedMs < roughlyMs; passedMs += 1_000) {
    for (const { account } of both) await account.clock.pass(1_000);
    isSent = (await asking.resend()).isSuccess;
  }
  must(isSent, "a new code was sent after the life of a code once, and was not sent another time");
  return untouched;
}

/** Until a little before the newest code expires; only a clock of ours stops there exactly. */
export async function almostOutlive({ account }: Withdrawal): Promise<void> {
  await account.clock.pass(Math.max(0, (await codeLifeMs(account.run)) - roughlyMs));
}
