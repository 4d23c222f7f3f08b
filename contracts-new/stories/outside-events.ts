import { story } from "./story.ts";

const total = 10_000;

/** Has charges paid, expired and disputed, and subscriptions authorized, rejected and charged; a webhook gets it all. */
export const outsideEvents = story(
  "what happens outside",
  ["webhooks", "receiver", "make-charge", "pay-charge"],
  { webhooks: 1, waitMs: 3_000 },
  async (stage) => {
    const hook = await stage.hook(everyEvent);
    const customer = { name: "Mariana Souza", email: "mariana.souza@example.com", phone: "+5511987654321" };
    await stage.account.balance();
    const { chargeId } = await stage.act("make-charge", { total, externalId: "saldo-contract", customer });
    await stage.act("pay-charge", { chargeId });
    await stage.account.balance();
    if (stage.may("dispute-charge")) await stage.act("dispute-charge", { chargeId });
    await stage.account.balance();
    if (stage.may("expire-charge")) {
      const second = await stage.act("make-charge", { total });
      await stage.act("expire-charge", { chargeId: second.chargeId });
    }
    if (stage.may("authorize-subscription")) {
      const { subscriptionId } = await stage.act("authorize-subscription");
      if (stage.may("charge-subscription")) await stage.act("charge-subscription", { subscriptionId });
      if (stage.may("fail-subscription")) await stage.act("fail-subscription", { subscriptionId });
    }
    if (stage.may("reject-subscription")) await stage.act("reject-subscription");
    await hook.receives(10, 3_000);
  },
);

/** Is told of a payout, which begins and ends in a minute. */
export const notifiedPayout = story(
  "a payout with a webhook",
  ["open", "settle", "codes", "webhooks", "receiver"],
  { payouts: 1, mails: 1, webhooks: 1, waitMs: 60_000 },
  async (stage) => {
    const hook = await stage.hook(["withdraw.completed"]);
    const withdrawal = await stage.open();
    await withdrawal.confirm(await withdrawal.code());
    await withdrawal.cancel();
    await stage.account.withdrawals();
    await hook.receives(1, 60_000);
    await stage.account.withdrawals();
  },
);

const everyEvent = [
  "charge.pending",
  "charge.processing",
  "charge.paid",
  "charge.expired",
  "subscription.authorized",
  "subscription.rejected",
  "subscription.charge.paid",
  "subscription.charge.failed",
  "dispute.chargeback",
];
