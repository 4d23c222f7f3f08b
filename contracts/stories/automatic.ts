import { story } from "./story.ts";

/** Has the daily withdrawal made, and reads balance and history before and after. */
export const dailyWithdrawal = {
  ...story("the daily withdrawal", ["daily-withdrawal"], { payouts: 1, waitMs: 5_000 }, async (stage) => {
    const { account } = stage;
    await account.withdrawals();
    await account.balance();
    await stage.act("daily-withdrawal");
    for (let nth = 0; nth < 3; nth += 1) {
      await account.clock.pass(1_500);
      await account.withdrawals();
      await account.balance();
    }
  }),
  isLast: true,
} as const;
