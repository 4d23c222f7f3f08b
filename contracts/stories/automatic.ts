import type { Stage } from "./stage.ts";
import { story } from "./story.ts";

/** Has the daily withdrawal made, and reads balance and history before and after. */
export const dailyWithdrawal = story(
  "the daily withdrawal",
  ["daily-withdrawal"],
  { payouts: 1, waitMs: 10_000, leaves: "empty" },
  async (stage) => {
    const { account } = stage;
    await account.fee();
    await account.withdrawals();
    await account.balance();
    await payOut(stage);
    if (!stage.may("make-charge") || !stage.may("pay-charge")) return;
    // What is played once more as a second witness finds money again.
    const { chargeId } = await stage.act("make-charge", { total: 50_000 });
    await stage.act("pay-charge", { chargeId });
    await account.balance();
    // The day after costs another payout, which only a world of its own has to give.
    if (account.clock.isAdvanced) await payOut(stage);
  },
);

async function payOut(stage: Stage): Promise<void> {
  const since = stage.account.clock.now();
  await stage.act("daily-withdrawal");
  for (let nth = 0; nth < 3; nth += 1) {
    await stage.account.clock.pass(1_500);
    await stage.account.withdrawals();
    await stage.account.balance();
  }
  await stage.account.clock.pass(5_500);
  await stage.account.withdrawals();
  // The payment may be shown only after the first wait; its event is late when as much time has passed since.
  for (let nth = 0; nth < 3; nth += 1) {
    await stage.untilTold("withdraw.completed", since, true);
    await stage.account.withdrawals();
  }
}
