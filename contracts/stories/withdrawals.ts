import { saysReview } from "../model/withdrawals.ts";
import { type Call, isSuccess } from "../trace/trace.ts";
import type { OpenWithdrawal } from "./open-withdrawal.ts";
import { untilPaid } from "./payment.ts";
import type { Stage } from "./stage.ts";
import { story } from "./story.ts";
import { StoryEnded } from "./story-ended.ts";
import { wrongCode } from "./wrong-code.ts";

/** Tries wrong codes, asks for a new code too early, cancels; then blocks another withdrawal, and cancels that. */
export const withdrawalTried = story(
  "a withdrawal that is cancelled",
  ["open", "codes"],
  { mails: 2 },
  async (stage) => {
    const { account } = stage;
    const withdrawal = await stage.open();
    await withdrawal.resend();
    await account.withdrawals();
    await account.call("confirmWithdrawal", { withdrawId: withdrawal.id });
    const code = await withdrawal.code();
    await withdrawal.confirm(wrongCode(code, 1, false));
    await account.withdrawals();
    await withdrawal.resend();
    await stage.another();
    await withdrawal.cancel();
    await withdrawal.confirm(code);
    await withdrawal.cancel();
    await stage.readSettled();
    const second = await stage.open();
    await second.spoil(5);
    await stage.another();
    await second.cancel();
    await stage.readSettled();
    await account.withdrawals();
  },
);

/** Blocks a withdrawal by five wrong codes, lifts the block with a new code, and confirms after one more wrong code. */
export const codeBlocked = story(
  "a blocked withdrawal",
  ["open", "codes", "waiting"],
  { payouts: 1, mails: 2, codeLives: 1 },
  async (stage) => {
    const withdrawal = await stage.open();
    const code = await withdrawal.code();
    await withdrawal.spoil(4);
    // What is no code at all does not let the count begin again.
    await withdrawal.confirm("saldo");
    await withdrawal.spoil(1);
    await staysOpen(withdrawal, code);
    await withdrawal.resend();
    await staysOpen(withdrawal, code);
    await stage.account.clock.pass(LOCKOUT_MS);
    await staysOpen(withdrawal, code);
    await stage.renew(withdrawal);
    // That the code confirms later shows that this was too early.
    await withdrawal.resend();
    await withdrawal.spoil(1);
    if (stage.may("settle")) await staysOpen(withdrawal, `${await withdrawal.code()}0`);
    await confirmOrCancel(stage, withdrawal);
    if (stage.account.clock.isAdvanced) await almostBlockedTwice(stage);
  },
);

/** Lets a code expire, asks for a new one, and gives the old one, the new one too late, and in a world of its own one in time. */
export const codeRenewed = story(
  "a code that expires",
  ["open", "codes", "waiting"],
  { payouts: 1, mails: 3, codeLives: 2 },
  async (stage) => {
    await stage.account.balance();
    const withdrawal = await stage.open();
    await stage.account.withdrawals();
    const first = await withdrawal.codeIfMailed();
    if (first !== undefined) await withdrawal.spoil(2);
    await stage.renew(withdrawal);
    await withdrawal.resend();
    if (first !== undefined) {
      // Until the new code is read, the old one counts as one that may pay.
      await withdrawal.code();
      await staysOpen(withdrawal, first);
    }
    // Where time costs nothing, the end of a code's life is looked for more closely.
    if (stage.account.clock.isAdvanced) await stage.renew(withdrawal, 1_500);
    const last = await withdrawal.code();
    await stage.outlive(withdrawal);
    await staysOpen(withdrawal, last);
    await stage.another();
    await resendByOthers(stage, withdrawal);
    // On an account that is shared with other stories, a payment that waits for approval would be in their way.
    if (!stage.account.clock.isAdvanced) return cancelExpired(stage, withdrawal);
    await withdrawal.resend();
    await confirmOrCancel(stage, withdrawal);
    await untilPaid(stage, withdrawal.id, withdrawal.isParked);
    await stage.readSettled();
    const other = await stage.open();
    await stage.outlive(other);
    await cancelExpired(stage, other);
  },
);

/** Confirms a withdrawal after four wrong codes, waits until it is paid, has it approved before if it is in review. */
export const withdrawalPaid = story(
  "a withdrawal that is paid",
  ["open", "settle", "codes"],
  { payouts: 1, mails: 2, waitMs: 15_000 },
  async (stage) => {
    if (stage.may("change-settings")) await stage.act("change-settings", { manualApproval: false, ...settling(stage) });
    await payOne(stage);
  },
);

/** The same where a super admin has to approve each withdrawal. */
export const withdrawalReviewed = story(
  "a withdrawal in review",
  ["open", "settle", "codes", "change-settings"],
  { payouts: 2, mails: 3, waitMs: 15_000 },
  async (stage) => {
    await stage.act("change-settings", { manualApproval: true, ...settling(stage) });
    const { isParked } = await payOne(stage);
    // Where only some amounts are reviewed, another one may be.
    if (stage.may("decline-withdrawal")) await declineOne(stage, isParked ? 1 : 2);
  },
);

/** Has a withdrawal declined, and reads the balance before and after. */
async function declineOne(stage: Stage, factor: number): Promise<void> {
  const { account } = stage;
  await stage.readSettled();
  const withdrawal = await stage.open(account, factor * stage.valueCents);
  if (!saysReview(await withdrawal.confirm(await withdrawal.code()))) return;
  await stage.act("decline-withdrawal", { withdrawId: withdrawal.id });
  await stage.readSettled();
  await account.withdrawals();
}

/** Gives four wrong codes, asks for a new one, gives four wrong ones again, and then the right one. */
async function almostBlockedTwice(stage: Stage): Promise<void> {
  const withdrawal = await stage.open();
  await withdrawal.spoil(4);
  await stage.renew(withdrawal, 20_000);
  await withdrawal.spoil(4);
  await confirmOrCancel(stage, withdrawal);
}

/** Cancels one whose code has expired, and asks for a new code, which brings nothing back. */
async function cancelExpired(stage: Stage, withdrawal: OpenWithdrawal): Promise<void> {
  await withdrawal.cancel();
  const isSent = isSuccess(await withdrawal.resend());
  const code = isSent && stage.may("settle") ? await withdrawal.codeIfMailed() : undefined;
  if (code !== undefined) await withdrawal.confirm(code);
  await stage.readSettled();
}

/** Has another company ask for a new code. Where that is accepted, the own company asks, too, to see whether one was sent. */
async function resendByOthers(stage: Stage, { id }: OpenWithdrawal): Promise<void> {
  if (!stage.may("other-key")) return;
  const other = await stage.otherCompany();
  if (isSuccess(await other.resend(id))) await stage.account.resend(id);
}

/** Only in a world of its own is it a setting when the bank pays. */
function settling({ account }: Stage) {
  return account.clock.isAdvanced ? { settlement: { delay: "PT10S" } } : {};
}

async function payOne(stage: Stage): Promise<OpenWithdrawal> {
  const { account } = stage;
  await account.fee();
  await stage.readSettled();
  const withdrawal = await stage.open();
  await withdrawal.resend();
  await account.withdrawals();
  await withdrawal.spoil(4);
  await payOut(stage, withdrawal);
  return withdrawal;
}

async function payOut(stage: Stage, withdrawal: OpenWithdrawal): Promise<void> {
  const { account } = stage;
  const since = account.clock.now();
  const code = await withdrawal.code();
  const confirmed = await confirmAtOnce(withdrawal, code);
  await account.withdrawals();
  if (isSuccess(await withdrawal.cancel()) || !isSuccess(confirmed)) return;
  if (saysReview(confirmed) && !(await approve(stage, withdrawal))) return;
  if (!(await untilPaid(stage, withdrawal.id, saysReview(confirmed)))) return;
  await stage.untilTold("withdraw.completed", since);
  await withdrawal.confirm(code);
  await account.withdrawals();
  await account.balance();
  const next = await stage.open();
  // What confirmed one withdrawal confirms no other one.
  if (await next.hasOtherCode(code)) {
    await next.confirm(code);
    if (stage.may("other-key")) await (await stage.otherCompany()).confirm(next.id, await next.code());
  }
  await next.cancel();
}

/** Gives the right code twice at the same time, of which one may be taken. Returns the call that was. */
async function confirmAtOnce(withdrawal: OpenWithdrawal, code: string): Promise<Call> {
  const [one, other] = await Promise.all([withdrawal.confirm(code), withdrawal.confirm(code)]);
  if (isSuccess(one) || isSuccess(other)) return isSuccess(one) ? one : other;
  return withdrawal.confirm(code);
}

/** Nothing may happen to a withdrawal in review by itself. Returns whether it was approved. */
async function approve(stage: Stage, { id }: OpenWithdrawal): Promise<boolean> {
  const { clock } = stage.account;
  await clock.pass(clock.isAdvanced ? 7 * 24 * 60 * 60_000 : 4_000);
  await stage.account.withdrawals();
  if (!stage.may("approve-withdrawal")) return false;
  await stage.act("approve-withdrawal", { withdrawId: id });
  return true;
}

/** Gives a code that should be rejected. A withdrawal that it confirms is over, and so is the story. */
async function staysOpen(withdrawal: OpenWithdrawal, code: string): Promise<void> {
  if (isSuccess(await withdrawal.confirm(code))) throw new StoryEnded("a code confirmed that should be rejected");
}

async function confirmOrCancel(stage: Stage, withdrawal: OpenWithdrawal): Promise<void> {
  const confirmed = stage.may("settle") ? await withdrawal.confirm(await withdrawal.code()) : undefined;
  if (confirmed === undefined || !isSuccess(confirmed)) return void (await withdrawal.cancel());
  // On an account that is shared it may be in the way of all others, so that this one shows what there is to see.
  if (!saysReview(confirmed) || stage.account.clock.isAdvanced) return;
  await stage.account.withdrawals();
  if (!isSuccess(await withdrawal.cancel())) await approve(stage, withdrawal);
}

/** A block that a target lifts by itself is lifted after this time. */
const LOCKOUT_MS = 12_000;
