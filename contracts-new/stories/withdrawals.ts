import { story } from "./story.ts";

/** Opens a withdrawal, asks for a second one, tries wrong codes, asks for a new code too early, cancels it, opens another. */
export const withdrawalTried = story(
  "a withdrawal that is cancelled",
  ["open", "codes"],
  { mails: 2 },
  async (stage) => {
    const { account } = stage;
    const withdrawal = await stage.open();
    await account.initiate(withdrawal.valueCents);
    await account.withdrawals();
    await withdrawal.resend();
    await account.call("confirmWithdrawal", { withdrawId: withdrawal.id });
    const code = await withdrawal.code();
    await withdrawal.confirm(wrongCode(code, 1));
    await withdrawal.resend();
    await withdrawal.cancel();
    await withdrawal.confirm(code);
    await withdrawal.cancel();
    const second = await stage.open();
    await second.cancel();
  },
);

/** Blocks a withdrawal by five wrong codes, and lifts the block with a new code. */
export const codeBlocked = story(
  "a blocked withdrawal",
  ["open", "codes", "waiting"],
  { payouts: 1, mails: 2, codeLives: 1 },
  async (stage) => {
    const withdrawal = await stage.open();
    const code = await withdrawal.code();
    await withdrawal.spoil(5);
    await withdrawal.confirm(code);
    await withdrawal.resend();
    await withdrawal.confirm(code);
    await stage.renew(withdrawal);
    if (stage.may("settle")) await withdrawal.confirm(await withdrawal.code());
    await withdrawal.cancel();
  },
);

/** Lets a code expire, asks for a new one, and gives the old one, wrong ones and the new one. */
export const codeRenewed = story(
  "a code that expires",
  ["open", "codes", "waiting"],
  { payouts: 1, mails: 3, codeLives: 2 },
  async (stage) => {
    const withdrawal = await stage.open();
    const first = await withdrawal.code();
    await withdrawal.spoil(4);
    await stage.renew(withdrawal);
    await withdrawal.resend();
    const second = await withdrawal.code();
    await withdrawal.confirm(first);
    await stage.outlive(withdrawal);
    await withdrawal.confirm(second);
    await withdrawal.resend();
    await withdrawal.spoil(2);
    if (stage.may("settle")) await withdrawal.confirm(await withdrawal.code());
    await withdrawal.cancel();
  },
);

/** Confirms a withdrawal after four wrong codes, and waits until it is paid. */
export const withdrawalPaid = story(
  "a withdrawal that is paid",
  ["open", "settle", "codes"],
  { payouts: 1, mails: 2, waitMs: 15_000 },
  async (stage) => {
    const withdrawal = await stage.open();
    await withdrawal.spoil(4);
    await withdrawal.confirm(await withdrawal.code());
    await withdrawal.cancel();
    await stage.paid(withdrawal);
    const next = await stage.open();
    await next.cancel();
  },
);

function wrongCode(code: string, nth: number): string {
  return String((Number(code) + nth * 101) % 1_000_000).padStart(6, "0");
}
