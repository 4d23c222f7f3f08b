import { shown } from "../description/json.ts";
import { Account } from "../run/account.ts";
import { openToExpire, outliveCode, renewCode } from "../run/code-life.ts";
import { contract } from "../run/contract.ts";
import { must } from "../run/verdict-error.ts";
import { open, type Withdrawal } from "../run/withdrawal.ts";
import { almostOutlive, openedUntilFirstResend } from "./first-resend.ts";
import { mailedCode } from "./mailed-code.ts";

contract("otp.mailed-to-responsible-person", async (run) => {
  const account = await Account.begin(run);
  const email = "whoever.is.responsible@saldo.dev";
  await account.control?.company.change({ responsible: { email } });
  const withdrawal = await open(account);
  // Where nobody shows the mailbox, it is the responsible person's because the user says so.
  if (account.control === undefined) return void (await withdrawal.code());
  const [mail] = await account.control.inbox.messages();
  must(mail !== undefined, "no e-mail was sent when a withdrawal was initiated");
  must(mail.to === email, `the code should go to ${email}, and went to ${shown(mail.to)}`);
});

contract("otp.six-digits", async (run) => {
  const withdrawal = await open(await Account.begin(run));
  const { control } = withdrawal.account;
  const code = control === undefined ? await withdrawal.code() : (await control.inbox.messages())[0]?.otpCode;
  must(code !== undefined && /^[0-9]{6}$/.test(code), "the code in the e-mail is not six digits long");
});

contract("otp.required", async (run) => {
  const account = await Account.begin(run);
  const withdrawal = await open(account);
  const answer = await account.call("confirmWithdrawal", { body: { withdrawId: withdrawal.id } });
  answer.refused("request-malformed");
  await mustBeUnconfirmed(withdrawal);
});

contract("otp.wrong-refused", async (run) => {
  const withdrawal = await open(await Account.begin(run));
  for (const code of lookalikes(await withdrawal.code())) {
    (await withdrawal.confirm(code)).refused("otp-incorrect", { withdrawId: withdrawal.id });
  }
  await mustBeUnconfirmed(withdrawal);
});

contract("otp.expired-refused", async (run) => {
  const withdrawal = await openToExpire(await Account.begin(run));
  const code = await withdrawal.code();
  // With a clock of ours nothing has to be known about the life of a code but that it is over within an hour.
  if (withdrawal.account.clock.isOurs) await withdrawal.account.clock.pass(60 * 60_000);
  else await outliveCode(withdrawal);
  (await withdrawal.confirm(code)).refused("otp-expired", { withdrawId: withdrawal.id });
});

contract("otp.open-before-fifth", async (run) => {
  const withdrawal = await open(await Account.begin(run));
  await withdrawal.spoil(4);
  await withdrawal.confirmRightly();
});

contract("otp.blocked-after-fifth", async (run) => {
  const withdrawal = await open(await Account.begin(run));
  await withdrawal.spoil(5);
  await mustBeBlocked(withdrawal);
});

contract("otp.resend-refused-while-valid", async (run) => {
  const withdrawal = await open(await Account.begin(run));
  await mustRefuseResend(withdrawal);
  // Without a clock of ours the same is seen where a code must have expired once another one can be asked for.
  if (!withdrawal.account.clock.isOurs) return;
  const untouched = await openedUntilFirstResend(run);
  const answer = await untouched.confirm(await untouched.code());
  must(!answer.isSuccess, "another code can be asked for while the old one still confirms");
  answer.refused("otp-expired", { withdrawId: untouched.id });
});

contract("otp.resend-refused-while-valid-and-blocked", async (run) => {
  const account = await Account.begin(run);
  const withdrawal = account.clock.isOurs ? await openToExpire(account) : await open(account);
  await withdrawal.spoil(5);
  await mustRefuseResend(withdrawal);
  if (!account.clock.isOurs) return;
  await almostOutlive(withdrawal);
  await mustRefuseResend(withdrawal);
});

contract("otp.block-outlasts-refused-resend", async (run) => {
  const withdrawal = await open(await Account.begin(run));
  await withdrawal.spoil(5);
  await mustRefuseResend(withdrawal);
  await mustBeBlocked(withdrawal);
});

contract("otp.resend-mails-new-code", async (run) => {
  const withdrawal = await openToExpire(await Account.begin(run));
  const old = await withdrawal.code();
  await renewCode(withdrawal);
  const code = await mailedCode(withdrawal);
  must(/^[0-9]{6}$/.test(code) && code !== old, "a resend mailed no new code of six digits");
});

contract("otp.new-code-confirms", async (run) => {
  const withdrawal = await openToExpire(await Account.begin(run));
  await renewCode(withdrawal);
  await withdrawal.confirmRightly();
});

contract("otp.old-code-stays-refused", async (run) => {
  const withdrawal = await openToExpire(await Account.begin(run));
  const old = await withdrawal.code();
  await renewCode(withdrawal);
  // The new code is not yet read: until then the desk takes the old one for a right one, which it would be where this fails.
  (await withdrawal.confirm(old)).refused("otp-incorrect", { withdrawId: withdrawal.id });
  await mustBeUnconfirmed(withdrawal);
});

contract("otp.resend-resets-count", async (run) => {
  const withdrawal = await openToExpire(await Account.begin(run));
  await withdrawal.spoil(4);
  await renewCode(withdrawal);
  await withdrawal.spoil(4);
  await withdrawal.confirmRightly();
});

contract("otp.resend-lifts-block", async (run) => {
  const withdrawal = await openToExpire(await Account.begin(run));
  await withdrawal.spoil(5);
  await renewCode(withdrawal);
  await withdrawal.confirmRightly();
});

contract("otp.resend-refused-while-new-one-valid", async (run) => {
  const withdrawal = await openToExpire(await Account.begin(run));
  await renewCode(withdrawal);
  await mustRefuseResend(withdrawal);
  if (!withdrawal.account.clock.isOurs) return;
  await almostOutlive(withdrawal);
  await mustRefuseResend(withdrawal);
});

async function mustRefuseResend(withdrawal: Withdrawal): Promise<void> {
  (await withdrawal.resend()).refused("otp-still-valid", { withdrawId: withdrawal.id });
}

/** The right code of a withdrawal, which is valid, confirms nothing. */
async function mustBeBlocked(withdrawal: Withdrawal): Promise<void> {
  (await withdrawal.confirm(await withdrawal.code())).refused("otp-blocked", { withdrawId: withdrawal.id });
  await mustBeUnconfirmed(withdrawal);
}

/** Refused or not: what can still be cancelled was not confirmed. */
async function mustBeUnconfirmed(withdrawal: Withdrawal): Promise<void> {
  (await withdrawal.cancel()).accepted("cancelled", { withdrawId: withdrawal.id });
}

/** Codes that only a close look tells from the right one, fewer than block a withdrawal. */
function lookalikes(code: string): readonly string[] {
  const other = (digit = "") => String((Number(digit) + 1) % 10);
  const first = other(code.at(0)) + code.slice(1);
  const last = code.slice(0, -1) + other(code.at(-1));
  return ["000000", "123456", first, last].filter((candidate) => candidate !== code);
}
