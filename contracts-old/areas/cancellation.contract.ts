import { Account } from "../run/account.ts";
import { contract } from "../run/contract.ts";
import { open, type Withdrawal } from "../run/withdrawal.ts";

contract("cancellation.accepted", async (run) => {
  const account = await Account.begin(run);
  await mustBeCancelled(await open(account));
  if (!account.clock.isOurs) return;
  // An hour later its code has expired, and it is no more confirmed than before.
  const expired = await open(await Account.begin(run));
  await expired.account.clock.pass(60 * 60_000);
  await mustBeCancelled(expired);
});

contract("cancellation.blocked-accepted", async (run) => {
  const withdrawal = await open(await Account.begin(run));
  await withdrawal.spoil(5);
  await mustBeCancelled(withdrawal);
});

contract("cancellation.refused-after-confirmation", async (run) => {
  const withdrawal = await open(await Account.begin(run));
  await withdrawal.confirmRightly();
  (await withdrawal.cancel()).refused("withdrawal-not-cancellable", { withdrawId: withdrawal.id });
  if (!withdrawal.account.clock.isOurs) return;
  // Paid it is as little to be cancelled as while the payment is under way.
  await withdrawal.account.clock.pass(60 * 60_000);
  (await withdrawal.cancel()).refused("withdrawal-not-cancellable", { withdrawId: withdrawal.id });
});

contract("cancellation.ends-withdrawal", async (run) => {
  const withdrawal = await open(await Account.begin(run));
  const code = await withdrawal.code();
  (await withdrawal.cancel()).accepted("cancelled", { withdrawId: withdrawal.id });
  (await withdrawal.confirm(code)).refused("withdrawal-not-awaiting-otp", { withdrawId: withdrawal.id });
});

/** It is not enough to say so: an open withdrawal would be in the way of another one. */
async function mustBeCancelled(withdrawal: Withdrawal): Promise<void> {
  const { account, id: withdrawId, valueCents: value } = withdrawal;
  (await withdrawal.cancel()).accepted("cancelled", { withdrawId, value });
  (await account.initiate(value)).accepted("initiated", { value });
}
