import { Account } from "../run/account.ts";
import { openToExpire, outliveCode, renewCode } from "../run/code-life.ts";
import type { Look } from "../run/contract.ts";
import type { Run } from "../run/run.ts";
import { open, type Withdrawal } from "../run/withdrawal.ts";

/** How a target answers about withdrawals: each look brings one answer about, with the fewest steps that lead there. */
export const opened: Look = async (run) => openedOn(run);

export const balanceRead: Look = async (run) => {
  (await (await Account.begin(run)).balance()).accepted("balance-read");
};

export const feeSimulated: Look = async (run) => {
  (await (await Account.begin(run)).fee()).accepted("fee-simulated");
};

export const valueBelowFloor: Look = async (run) => {
  const value = 1;
  (await (await Account.begin(run)).initiate(value)).refused("withdrawal-below-minimum", { value });
};

export const valueAboveBalance: Look = async (run) => {
  const account = await Account.begin(run);
  const balance = await account.availableCents();
  const value = Math.max(balance, 0) + 1_000_000;
  (await account.initiate(value)).refused("insufficient-balance", { value, balance });
};

export const secondRefused: Look = async (run) => {
  const { account, id, valueCents } = await openedOn(run);
  (await account.initiate(valueCents)).refused("withdrawal-already-open", { withdrawId: id });
};

export const rightCodeAccepted: Look = async (run) => {
  await (await openedOn(run)).confirmRightly();
};

export const wrongCodeRefused: Look = async (run) => {
  await (await openedOn(run)).spoil(1);
};

export const expiredCodeRefused: Look = async (run) => {
  const withdrawal = await openToExpire(await Account.begin(run));
  const code = await withdrawal.code();
  await outliveCode(withdrawal);
  (await withdrawal.confirm(code)).refused("otp-expired", { withdrawId: withdrawal.id });
};

/** With another wrong code, for the right one may only be given where money may be moved. */
export const blockedCodeRefused: Look = async (run) => {
  const withdrawal = await openedOn(run);
  await withdrawal.spoil(5);
  const answer = await withdrawal.confirm(await withdrawal.wrongCode(6));
  answer.refused("otp-blocked", { withdrawId: withdrawal.id });
};

export const codeOfCancelledRefused: Look = async (run) => {
  const withdrawal = await openedOn(run);
  const code = await withdrawal.wrongCode();
  await cancelled(withdrawal);
  (await withdrawal.confirm(code)).refused("withdrawal-not-awaiting-otp", { withdrawId: withdrawal.id });
};

export const codeResent: Look = async (run) => {
  await renewCode(await openToExpire(await Account.begin(run)));
};

export const earlyResendRefused: Look = async (run) => {
  const withdrawal = await openedOn(run);
  (await withdrawal.resend()).refused("otp-still-valid", { withdrawId: withdrawal.id });
};

export const resendOfCancelledRefused: Look = async (run) => {
  const withdrawal = await openedOn(run);
  await cancelled(withdrawal);
  (await withdrawal.resend()).refused("withdrawal-not-awaiting-otp", { withdrawId: withdrawal.id });
};

export const cancellation: Look = async (run) => cancelled(await openedOn(run));

export const secondCancellationRefused: Look = async (run) => {
  const withdrawal = await openedOn(run);
  await cancelled(withdrawal);
  (await withdrawal.cancel()).refused("withdrawal-not-cancellable", { withdrawId: withdrawal.id });
};

export const unknownCancellationRefused: Look = async (run) => {
  const account = await Account.begin(run);
  const withdrawId = account.inventedId();
  (await account.cancel(withdrawId)).refused("withdrawal-unknown", { withdrawId });
};

export const unknownResendRefused: Look = async (run) => {
  const account = await Account.begin(run);
  const withdrawId = account.inventedId();
  (await account.resend(withdrawId)).refused("withdrawal-unknown", { withdrawId });
};

export const unknownConfirmationRefused: Look = async (run) => {
  const account = await Account.begin(run);
  const withdrawId = account.inventedId();
  (await account.confirm(withdrawId, "000000")).refused("withdrawal-unknown", { withdrawId });
};

/** What lists are like needs only reading; an account that has never withdrawn anything has an empty one. */
export const historyRead: Look = async (run) => {
  (await (await Account.begin(run)).withdrawals()).accepted("withdrawals-listed");
};

export const historyOfOneRead: Look = async (run) => {
  await (await openedOn(run)).record();
};

async function openedOn(run: Run): Promise<Withdrawal> {
  return open(await Account.begin(run));
}

async function cancelled(withdrawal: Withdrawal): Promise<void> {
  (await withdrawal.cancel()).accepted("cancelled", { withdrawId: withdrawal.id });
}
