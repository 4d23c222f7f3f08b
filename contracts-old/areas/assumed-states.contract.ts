import { shown } from "../description/json.ts";
import { Account } from "../run/account.ts";
import { inWords } from "../run/clock.ts";
import { openToExpire, outliveCode } from "../run/code-life.ts";
import { assumption } from "../run/contract.ts";
import { CouldNotRun } from "../run/verdict-error.ts";
import { open, type Withdrawal } from "../run/withdrawal.ts";
import { historyOf } from "./history-records.ts";
import { paidWithdrawal } from "./paid-withdrawal.ts";

/** What differs, if the history says another state. */
async function unless(state: string, withdrawal: Withdrawal, what: string): Promise<string | false> {
  const status = await withdrawal.status();
  return status !== state && `${what} is ${status}, not ${state}`;
}

assumption(
  "behaviour.state-at-initiation",
  async (run) => {
    const withdrawal = await open(await Account.begin(run));
    run.saw("state-at-initiation", await unless("CREATED", withdrawal, "an open withdrawal"));
  },
  async (run) => {
    const withdrawal = await openToExpire(await Account.begin(run));
    await outliveCode(withdrawal);
    run.saw("state-at-initiation", await unless("CREATED", withdrawal, "an open withdrawal whose code has expired"));
  },
);

assumption("behaviour.state-after-cancellation", async (run) => {
  const withdrawal = await open(await Account.begin(run));
  (await withdrawal.cancel()).accepted("cancelled", { withdrawId: withdrawal.id });
  run.saw("state-after-cancellation", await unless("CANCELLED", withdrawal, "a cancelled withdrawal"));
});

assumption("behaviour.state-after-approval", async (run) => {
  const account = await Account.ofNewWorld(run);
  await account.control.settings.change({ manualApproval: true });
  const approved = await open(account);
  await approved.confirmRightly();
  await account.control.withdrawals.approve(approved.id);
  run.saw("state-after-approval", await unless("APPROVED", approved, "an approved withdrawal"));
  const declined = await open(account);
  await declined.confirmRightly();
  await account.control.withdrawals.decline(declined.id);
  run.saw("state-after-approval", await unless("CANCELLED", declined, "a declined withdrawal"));
});

const settlementMs = 10_000;

/** How exactly it is measured where time is really waited for. */
const lateMs = 1_500;

assumption("behaviour.settlement", async (run) => {
  const account = await Account.begin(run);
  if (!account.clock.isOurs) account.clock.require(settlementMs + lateMs);
  const withdrawal = await open(account);
  const status = (await withdrawal.confirmRightly()).text("status");
  if (status === "PENDING_REVIEW")
    throw new CouldNotRun("control-plane", "withdrawals of this account wait for somebody");
  const isPaid = async () => (await withdrawal.status()) === "CONFIRMED";
  await account.clock.pass(settlementMs - (account.clock.isOurs ? 1 : lateMs));
  run.saw("settlement", (await isPaid()) && `a payment is confirmed before ${inWords(settlementMs)} have passed`);
  await account.clock.pass(account.clock.isOurs ? 1 : 2 * lateMs);
  const isLate = !(await isPaid());
  run.saw(
    "settlement",
    isLate && `${inWords(settlementMs)} after its approval a withdrawal is ${await withdrawal.status()}`,
  );
  if (isLate) return;
  const { endToEndId } = await withdrawal.record();
  run.saw("settlement", endToEndId === undefined && "a withdrawal is CONFIRMED and has no endToEndId");
});

const leaves = "value-leaves-at-initiation";

assumption(
  "behaviour.value-leaves-at-initiation",
  async (run) => {
    const account = await Account.begin(run);
    const before = await account.availableCents();
    const { id, valueCents } = await open(account);
    const meanwhile = await account.availableCents();
    const left = before - meanwhile;
    run.saw(leaves, left !== valueCents && `at the initiation of ${valueCents} cents ${left} leave the balance`);
    (await account.cancel(id)).accepted("cancelled", { withdrawId: id });
    const back = (await account.availableCents()) - meanwhile;
    run.saw(leaves, back !== valueCents && `when ${valueCents} cents are cancelled ${back} come back`);
  },
  async (run) => {
    const account = await Account.ofNewWorld(run);
    const before = await account.availableCents();
    await account.control.settings.change({ manualApproval: true });
    const declined = await open(account);
    await declined.confirmRightly();
    await account.control.withdrawals.decline(declined.id);
    run.saw(leaves, (await account.availableCents()) !== before && "not all comes back when a withdrawal is declined");
  },
  async (run) => {
    const account = await Account.ofNewWorld(run);
    const before = await account.availableCents();
    await account.control.settings.change({ settlement: { outcome: "FAILED", delay: "PT1S" } });
    await (await open(account)).confirmRightly();
    await account.clock.pass(1_000);
    run.saw(leaves, (await account.availableCents()) !== before && "not all comes back when a payment fails");
  },
);

/** The history may have one already; else a withdrawal is paid. */
assumption("behaviour.end-to-end-id", async (run) => {
  const account = await Account.begin(run);
  const listed = (await historyOf(account)).map(({ endToEndId }) => endToEndId).find((id) => id !== undefined);
  const { endToEndId } = listed === undefined ? (await paidWithdrawal(run)).record : { endToEndId: listed };
  const hasForm = /^E[0-9]{20}[0-9A-Za-z]{11}$/.test(String(endToEndId));
  run.saw("end-to-end-id", !hasForm && `an endToEndId is ${shown(endToEndId)}`);
});
