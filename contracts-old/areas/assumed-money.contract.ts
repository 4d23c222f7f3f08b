import { Account, type SandboxAccount } from "../run/account.ts";
import { assumption } from "../run/contract.ts";
import { openHook } from "../run/hook.ts";
import { saidCents } from "../run/said.ts";
import { open } from "../run/withdrawal.ts";
import { historyOf, holds } from "./history-records.ts";

const feeCents = 200;

assumption(
  "behaviour.fee",
  async (run) => {
    const answer = (await (await Account.begin(run)).fee()).accepted("fee-simulated");
    const fee = saidCents(run, answer, "fee-simulated", "fee");
    run.saw("fee", fee !== feeCents && `the fee is ${fee} cents`);
  },
  async (run) => {
    const account = await Account.begin(run);
    const before = await account.availableCents();
    const { valueCents } = await open(account);
    const more = before - (await account.availableCents()) - valueCents;
    run.saw("fee", more > 0 && `a withdrawal of ${valueCents} cents takes ${more} cents more out of the balance`);
  },
);

assumption("behaviour.fee-simulation", async (run) => {
  const account = await Account.begin(run);
  const balance = await account.availableCents();
  const answer = (await account.fee()).accepted("fee-simulated");
  const said = (field: string) => saidCents(run, answer, "fee-simulated", field);
  const [value, fee, net] = [said("value"), said("fee"), said("netValue")];
  run.saw("fee-simulation", value !== balance && `of a balance of ${balance} cents ${value} are simulated`);
  run.saw("fee-simulation", net !== value - fee && `of ${value} cents ${net} are left with a fee of ${fee}`);
});

/** The world begins at noon. */
assumption("behaviour.automatic-withdrawal", async (run) => {
  const account = await Account.ofNewWorld(run);
  const { control, clock } = account;
  await control.settings.change({ timeZone: "UTC", manualApproval: true });
  await control.company.change({ automaticWithdrawal: { at: "13:00" } });
  const balance = await account.availableCents();
  await clock.pass(hourMs - 1);
  run.saw("automatic-withdrawal", (await historyOf(account)).length > 0 && "it takes place before its time of day");
  await clock.pass(1);
  const [made] = await historyOf(account);
  const isWhole = made !== undefined && holds(made, balance) && (await account.availableCents()) === 0;
  run.saw("automatic-withdrawal", !isWhole && `at its time of day not all of ${balance} cents is withdrawn`);
  const status = String(made?.status);
  run.saw("automatic-withdrawal", status !== "APPROVED" && `an automatic withdrawal is ${status} when it is made`);
  const mails = await control.inbox.messages();
  run.saw("automatic-withdrawal", mails.length > 0 && "a code is sent for an automatic withdrawal");
  await control.charges.create({ total: 300, paid: true });
  await clock.pass(24 * hourMs);
  const { length } = await historyOf(account);
  run.saw("automatic-withdrawal", length > 1 && "300 cents are withdrawn, where the floor is 301");
});

const hourMs = 60 * 60_000;

/** A tenth of 1,005 cents is half a cent more than 100. */
assumption("behaviour.retention", async (run) => {
  const account = await Account.ofNewWorld(run);
  const before = await amounts(account);
  await account.control.charges.create({ total: 1_005, paid: true });
  const free = await amounts(account);
  const isHeld = free.balance - before.balance !== 1_005;
  run.saw(
    "retention",
    isHeld && `of 1005 cents ${free.reserved - before.reserved} are held though no retention is set`,
  );
  await account.control.settings.change({ retention: { percent: 10, holdFor: "P1D" } });
  await account.clock.pass(hourMs);
  await account.control.charges.create({ total: 1_005, paid: true });
  const { reserved } = await amounts(account);
  run.saw("retention", reserved - free.reserved !== 101 && `of 1005 cents a tenth is ${reserved - free.reserved}`);
  await account.clock.pass(24 * hourMs - 1);
  run.saw(
    "retention",
    (await amounts(account)).reserved !== reserved && "a hold of one day ends before a day has passed",
  );
  await account.clock.pass(1);
  run.saw("retention", (await amounts(account)).reserved !== free.reserved && "a hold of one day lasts for longer");
});

async function amounts(account: Account): Promise<{ readonly balance: number; readonly reserved: number }> {
  const answer = (await account.balance()).accepted("balance-read");
  return { balance: answer.integer("balance"), reserved: answer.integer("reservedBalance") };
}

/** Of 10,000 cents 1,000 are held. */
assumption("behaviour.reversals", async (run) => {
  const account = await Account.ofNewWorld(run);
  const { control } = account;
  await control.settings.change({ retention: { percent: 10, holdFor: "P30D" } });
  const hook = await openHook(account, ["charge.pending", "charge.processing", "charge.expired", "dispute.chargeback"]);
  for (const reversal of ["refund", "chargeback"] as const) {
    const before = await amounts(account);
    const { chargeId } = await control.charges.create({ total: 10_000, paid: true });
    const told = (await hook.settled()).length;
    const { paymentStatus } = await control.charges[reversal](chargeId);
    const after = await amounts(account);
    const isBack = after.balance === before.balance && after.reserved === before.reserved;
    run.saw("reversals", !isBack && `a ${reversal} does not take back what was paid, the hold first`);
    const kept = reversal === "refund" ? "REFUNDED" : "PAID";
    run.saw("reversals", paymentStatus !== kept && `after a ${reversal} the paymentStatus is ${paymentStatus}`);
    const news = (await hook.settled()).slice(told).map(({ event }) => String(event));
    const expected = reversal === "refund" ? "" : "dispute.chargeback";
    run.saw("reversals", news.join() !== expected && `of a ${reversal} webhooks are told ${news.join() || "nothing"}`);
    run.saw("reversals", (await isReversedAgain(account, chargeId)) && `a charge can be reversed after a ${reversal}`);
  }
});

/** Without the client, to which a refusal is trouble; here it is what is to be seen. */
async function isReversedAgain({ run, apiKey }: SandboxAccount, chargeId: string): Promise<boolean> {
  const headers = { "x-api-key": apiKey };
  const ask = (reversal: string) =>
    run.desk.send({ method: "POST", path: `/sandbox/charges/${chargeId}/${reversal}`, headers });
  const answers = [await ask("refund"), await ask("chargeback")];
  return answers.some(({ status }) => status < 300);
}

assumption("behaviour.subscriptions", async (run) => {
  const account = await Account.ofNewWorld(run);
  const { clock } = account;
  const { subscriptions } = account.control;
  const hook = await openHook(account, ["subscription.charge.paid"]);
  const make = () => subscriptions.create({ amountCents: 4_990, interval: "P1D" });
  const [{ subscriptionId: authorized }, { subscriptionId: rejected }] = [await make(), await make()];
  const see = async (subscriptionId: string, expected: string) => {
    const { status } = await subscriptions.get(subscriptionId);
    run.saw("subscriptions", status !== expected && `a subscription is ${status} where ${expected} was expected`);
  };
  await see(authorized, "PENDING");
  await subscriptions.authorize(authorized);
  await subscriptions.reject(rejected);
  await see(authorized, "AUTHORIZED");
  await see(rejected, "REJECTED");
  const bills = async () => (await hook.settled()).length;
  await clock.pass(24 * hourMs - 1);
  run.saw("subscriptions", (await bills()) !== 0 && "a subscription bills before its first interval is over");
  await clock.pass(1);
  run.saw("subscriptions", (await bills()) !== 1 && `at the end of the first interval it bills ${await bills()} times`);
  await clock.pass(24 * hourMs);
  run.saw("subscriptions", (await bills()) !== 2 && `after two intervals it has billed ${await bills()} times`);
});
