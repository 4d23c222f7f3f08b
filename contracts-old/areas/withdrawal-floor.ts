import { Account } from "../run/account.ts";
import type { Run } from "../run/run.ts";
import { saidCents } from "../run/said.ts";
import { CouldNotRun } from "../run/verdict-error.ts";
import { open } from "../run/withdrawal.ts";

/** An account without open withdrawal, and the least that it can withdraw, in cents. */
export interface Floor {
  readonly account: Account;
  readonly cents: number;
}

/** Of a sandbox both minimum and fee are set to something that nobody has by default; elsewhere the simulation says it. */
export async function floorOf(run: Run): Promise<Floor> {
  if (!run.offers("control-plane")) return floorOfReal(await Account.begin(run));
  const account = await Account.ofNewWorld(run);
  await account.control.settings.change({ minimumWithdrawal: 317, withdrawalFee: 83 });
  return { account, cents: 400 };
}

async function floorOfReal(account: Account): Promise<Floor> {
  const answer = (await account.fee()).accepted("fee-simulated");
  const cents = saidCents(account.run, answer, "fee-simulated", "realMinimum");
  if (!Number.isInteger(cents)) throw new CouldNotRun("not-seen", `the least amount is not told in cents: ${cents}`);
  const available = await account.availableCents();
  // Whether the fee is paid from the value or beside it is not shown.
  if (available < 2 * cents) throw new CouldNotRun("balance", `${available} cents are too few to withdraw ${cents}`);
  // That another one is open would be a reason of its own to refuse.
  await (await open(account)).cancel();
  return { account, cents };
}
