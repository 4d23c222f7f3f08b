import { Account, says } from "../run/account.ts";
import { accountStory } from "../run/account-story.ts";
import { openHook } from "../run/hook.ts";
import type { Run } from "../run/run.ts";
import { open } from "../run/withdrawal.ts";

/** How often `withdraw.completed` was told of a withdrawal, while it was on its way and when it was paid. */
export interface ToldPayment {
  readonly beforePayment: number;
  readonly afterPayment: number;
}

/** A sandbox has a payment that waits until the bank is asked for it; elsewhere it is made when it is made. */
export async function toldPayment(run: Run): Promise<ToldPayment> {
  if (!run.offers("control-plane")) return toldOnAccount(run);
  const account = await Account.ofNewWorld(run);
  const { control, clock } = account;
  await control.settings.change({ settlement: { outcome: "MANUAL" } });
  const hook = await openHook(account, ["withdraw.completed"]);
  const withdrawal = await open(account);
  await hook.settled();
  await withdrawal.confirmRightly();
  await clock.pass(60 * 60_000);
  const beforePayment = hook.attempts.length;
  await control.withdrawals.settle(withdrawal.id, { outcome: "CONFIRMED" });
  await hook.settled();
  return { beforePayment, afterPayment: hook.attempts.length - beforePayment };
}

async function toldOnAccount(run: Run): Promise<ToldPayment> {
  const story = await accountStory(run);
  const told = await story.first(run, "steady", 0);
  const { countBefore, id } = story.occasion;
  // What an earlier contract has confirmed may be paid meanwhile; where no notification says of which it is, all count.
  const own = told.map(({ attempt }) => says(attempt.json, id));
  const counts = own.includes(true) ? own : own.map(() => true);
  const beforePayment = counts.slice(0, countBefore).filter((isOwn) => isOwn).length;
  return { beforePayment, afterPayment: counts.filter((isOwn) => isOwn).length - beforePayment };
}
