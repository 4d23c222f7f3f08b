import { Account, says } from "../run/account.ts";
import { contract } from "../run/contract.ts";
import type { Run } from "../run/run.ts";
import { must } from "../run/verdict-error.ts";
import { listening, mustBeSilent, mustFire, mustFireOfCharge } from "./listening.ts";
import { toldPayment } from "./told-payment.ts";

contract("events.list-charges", (run) =>
  mustList(run, "charge.pending", "charge.processing", "charge.paid", "charge.expired"),
);

contract("events.list-subscriptions", (run) =>
  mustList(
    run,
    "subscription.authorized",
    "subscription.rejected",
    "subscription.charge.paid",
    "subscription.charge.failed",
  ),
);

contract("events.list-withdrawal", (run) => mustList(run, "withdraw.completed"));

contract("events.list-chargeback", (run) => mustList(run, "dispute.chargeback"));

contract("events.charge-pending", async (run) => {
  const listens = await listening(run);
  const { charges } = listens.account.control;
  await mustFireOfCharge(listens, "charge.pending", "PENDING", () => charges.create(order));
});

contract("events.charge-processing", async (run) => {
  const listens = await listening(run);
  const { charges } = listens.account.control;
  const { chargeId } = await charges.create(order);
  await mustFireOfCharge(listens, "charge.processing", "PROCESSING", () => charges.process(chargeId));
});

contract("events.charge-paid", async (run) => {
  const listens = await listening(run);
  const { charges } = listens.account.control;
  const { chargeId } = await charges.create(order);
  await mustFireOfCharge(listens, "charge.paid", "PAID", () => charges.pay(chargeId));
});

contract("events.charge-expired", async (run) => {
  const listens = await listening(run);
  const { charges } = listens.account.control;
  const unpaid = await charges.create({ ...order, expiresIn: "PT1H" });
  // What was paid in time does not expire.
  await charges.create({ ...order, expiresIn: "PT1H", paid: true });
  await mustFireOfCharge(listens, "charge.expired", "EXPIRED", async () => {
    await listens.account.clock.pass(hourMs);
    return unpaid;
  });
});

contract("events.charge-received-never", async (run) => {
  const { account, hook } = await listening(run);
  const { charges } = account.control;
  await charges.expire((await charges.create(order)).chargeId);
  for (const reversal of ["refund", "chargeback"] as const) {
    const { chargeId } = await charges.create({ ...order, customer });
    await charges.process(chargeId);
    await charges.pay(chargeId);
    await charges[reversal](chargeId);
  }
  await account.clock.pass(hourMs);
  mustBeSilent(await hook.settled(), "charge.received");
  // Only of a webhook that is told of charges at all it means something.
  for (const event of ["charge.pending", "charge.paid", "charge.expired"]) await hook.receivesEvent(event);
});

contract("events.subscription-authorized", async (run) => {
  const listens = await listening(run);
  const { subscriptions } = listens.account.control;
  const { subscriptionId } = await subscriptions.create(terms);
  await mustFire(listens, "subscription.authorized", () => subscriptions.authorize(subscriptionId));
  mustBeSilent(listens.hook.attempts, "subscription.rejected");
});

contract("events.subscription-rejected", async (run) => {
  const listens = await listening(run);
  const { subscriptions } = listens.account.control;
  const { subscriptionId } = await subscriptions.create(terms);
  await mustFire(listens, "subscription.rejected", () => subscriptions.reject(subscriptionId));
  mustBeSilent(listens.hook.attempts, "subscription.authorized");
});

contract("events.subscription-charge-paid", async (run) => {
  await mustFireAfterInterval(run, "PAID", "subscription.charge.paid", "subscription.charge.failed");
});

contract("events.subscription-charge-failed", async (run) => {
  await mustFireAfterInterval(run, "FAILED", "subscription.charge.failed", "subscription.charge.paid");
});

contract("events.withdraw-completed", async (run) => {
  const { afterPayment } = await toldPayment(run);
  must(
    afterPayment === 1,
    `withdraw.completed must be told once of a paid withdrawal, and was told ${afterPayment} times`,
  );
});

contract("events.withdraw-completed-not-before", async (run) => {
  const { beforePayment, afterPayment } = await toldPayment(run);
  must(beforePayment === 0, "withdraw.completed must not be told before the payment is confirmed, and was");
  must(afterPayment > 0, "withdraw.completed must be told when the payment is confirmed, and was not");
});

contract("events.withdraw-completed-automatic", async (run) => {
  const listens = await listening(run);
  const { account } = listens;
  await account.control.company.change({ automaticWithdrawal: { at: "06:00" } });
  await mustFire(listens, "withdraw.completed", () => account.clock.pass(25 * hourMs));
});

contract("events.dispute-chargeback", async (run) => {
  const listens = await listening(run);
  const { charges } = listens.account.control;
  const { chargeId } = await charges.create({ ...order, paid: true });
  await mustFire(listens, "dispute.chargeback", () => charges.chargeback(chargeId));
});

contract("events.none-for-release", async (run) => {
  const { account, hook } = await listening(run);
  await account.control.company.change({ retention: { percent: 10, holdFor: "PT2H" } });
  const { chargeId } = await account.control.charges.create({ ...order, paid: true });
  const isHeld = async () => says((await account.balance()).accepted("balance-read").find("reserveHolds"), chargeId);
  must(await isHeld(), "a part of the charge must be held");
  const before = (await hook.settled()).length;
  must(before > 0, "a webhook that is told of charges must have been told of this one");
  await account.clock.pass(3 * hourMs);
  must(!(await isHeld()), "the hold must have been released");
  const names = hook.attempts.slice(before).map(({ event }) => String(event));
  must(names.length === 0, `nothing must be told of the release of a hold, and this was: ${names.join(", ")}`);
});

async function mustList(run: Run, ...names: readonly string[]): Promise<void> {
  const list = (await (await Account.begin(run)).webhookEvents()).accepted("webhook-events-listed").list();
  const missing = names.filter((name) => !says(list, name));
  must(missing.length === 0, `the list of events must have ${missing.join(", ")}, and is ${list.join(", ")}`);
}

/** A subscription that is charged when its interval is over. */
async function mustFireAfterInterval(
  run: Run,
  nextOutcome: "PAID" | "FAILED",
  event: string,
  other: string,
): Promise<void> {
  const listens = await listening(run);
  const { control, clock } = listens.account;
  const { subscriptionId } = await control.subscriptions.create({ ...terms, nextOutcome });
  await control.subscriptions.authorize(subscriptionId);
  await mustFire(listens, event, () => clock.pass(25 * hourMs));
  mustBeSilent(listens.hook.attempts, other);
}

const customer = { name: "Mariana Souza" };
const order = { total: 12_990 };
const terms = { amountCents: 4_990, interval: "P1D", customer };

const hourMs = 60 * 60_000;
