import { inWords } from "./clock.ts";
import { CouldNotRun } from "./verdict-error.ts";
import type { Withdrawal } from "./withdrawal.ts";

/** How long a payment may take: the document does not say, and PIX takes seconds. */
const sandboxMs = 10 * 60_000;
const leastMs = 60_000;

/**
 * Confirms a withdrawal with the right code, and returns when the history says that its payment is confirmed.
 * @returns what `count` said when the payment was surely not confirmed yet.
 */
export async function payOut(withdrawal: Withdrawal, count: () => number): Promise<number> {
  const { run, clock } = withdrawal.account;
  let countBefore = count();
  const isPaid = async () => {
    const counted = count();
    if (await hasBeenPaid(withdrawal)) return true;
    countBefore = counted;
    return false;
  };
  const status = (await withdrawal.confirmRightly()).text("status");
  if (status === "PENDING_REVIEW")
    throw new CouldNotRun("not-seen", "withdrawals of this account wait for a super admin");
  const withinMs = clock.isOurs ? sandboxMs : Math.max(leastMs, run.settings.patienceMs);
  if (await clock.passUntil(isPaid, withinMs, 1_000)) return countBefore;
  throw new CouldNotRun("patience", `a withdrawal was not paid within ${inWords(withinMs)} (--patience)`);
}

async function hasBeenPaid(withdrawal: Withdrawal): Promise<boolean> {
  const status = await withdrawal.status();
  if (status === "FAILED")
    throw new CouldNotRun("not-seen", `the payment of the withdrawal ${withdrawal.id} has failed`);
  return status === "CONFIRMED";
}
