import { Broken, CouldNotRun } from "../run/verdict-error.ts";
import type { Withdrawal } from "../run/withdrawal.ts";

/**
 * The newest code of a withdrawal, which the target must have put into the mail. A sandbox shows its mailbox as it is, so
 * that a code which is not there was not sent; elsewhere the mail, or whoever reads it, may be to blame.
 */
export async function mailedCode(withdrawal: Withdrawal): Promise<string> {
  try {
    return await withdrawal.code();
  } catch (error) {
    const isMissing = error instanceof CouldNotRun && error.needs === "mailbox";
    if (!isMissing || withdrawal.account.control === undefined) throw error;
    throw new Broken(`no new code of six digits was mailed: ${error.message}`);
  }
}
