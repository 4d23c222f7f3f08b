import { Account } from "../run/account.ts";
import type { Look } from "../run/contract.ts";
import { openHook } from "../run/hook.ts";
import { payOut } from "../run/payout.ts";
import { open } from "../run/withdrawal.ts";

/** What webhooks are told: each look makes something happen, and what comes is held against the description. */
const customer = {
  id: "customer-1",
  name: "Mariana Souza",
  email: "mariana.souza@example.com",
  phone: "+5511987654321",
};

export const subscriptionsTold: Look = async (run) => {
  const account = await Account.ofNewWorld(run);
  const { subscriptions } = account.control;
  const hook = await openHook(account, [
    "subscription.authorized",
    "subscription.rejected",
    "subscription.charge.paid",
    "subscription.charge.failed",
  ]);
  const subscription = { amountCents: 4_990, interval: "P1D", customer };
  const { subscriptionId } = await subscriptions.create(subscription);
  const other = await subscriptions.create(subscription);
  await subscriptions.authorize(subscriptionId);
  await subscriptions.reject(other.subscriptionId);
  await subscriptions.charge(subscriptionId, { outcome: "PAID" });
  await subscriptions.charge(subscriptionId, { outcome: "FAILED" });
  await account.clock.pass(0);
  for (const event of ["authorized", "rejected", "charge.paid", "charge.failed"]) {
    await hook.receivesEvent(`subscription.${event}`);
  }
};

export const chargebackTold: Look = async (run) => {
  const account = await Account.ofNewWorld(run);
  const { charges } = account.control;
  const hook = await openHook(account, ["dispute.chargeback"]);
  const { chargeId } = await charges.create({ total: 10_000, paid: true, externalId: "pedido-1042", customer });
  await charges.chargeback(chargeId);
  await hook.receivesEvent("dispute.chargeback");
};

export const withdrawalTold: Look = async (run) => {
  run.require("receiver", "allow-settle", "budget");
  const account = await Account.begin(run);
  const hook = await openHook(account, ["withdraw.completed"]);
  await payOut(await open(account), () => 0);
  await hook.receivesEvent("withdraw.completed");
};

export const testTold: Look = async (run) => {
  const account = await Account.begin(run);
  const hook = await openHook(account, ["withdraw.completed"]);
  (await account.testDelivery(hook.id)).accepted("test-delivery-triggered");
  const [attempt] = await hook.receives(1);
  const differs = attempt?.event !== "webhook.test" && `a test delivers the event ${String(attempt?.event)}`;
  run.sawAt(["webhooks", "webhook.test", "post"], differs);
};
