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
  const { control, clock } = account;
  const hook = await openHook(account, [
    "subscription.authorized",
    "subscription.rejected",
    "subscription.charge.paid",
    "subscription.charge.failed",
  ]);
  const subscription = { amountCents: 4_990, interval: "P1D", customer };
  const id = await control.text("POST", "/subscriptions", "subscriptionId", subscription);
  const other = await control.text("POST", "/subscriptions", "subscriptionId", subscription);
  await control.ask("POST", `/subscriptions/${id}/authorize`);
  await control.ask("POST", `/subscriptions/${other}/reject`);
  await control.ask("POST", `/subscriptions/${id}/charge`, { outcome: "PAID" });
  await control.ask("POST", `/subscriptions/${id}/charge`, { outcome: "FAILED" });
  await clock.pass(0);
  for (const event of ["authorized", "rejected", "charge.paid", "charge.failed"]) {
    await hook.receivesEvent(`subscription.${event}`);
  }
};

export const chargebackTold: Look = async (run) => {
  const account = await Account.ofNewWorld(run);
  const hook = await openHook(account, ["dispute.chargeback"]);
  const charge = { total: 10_000, paid: true, externalId: "pedido-1042", customer };
  const id = await account.control.text("POST", "/charges", "chargeId", charge);
  await account.control.ask("POST", `/charges/${id}/chargeback`);
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
