import type { SettingsChange } from "../../src/client/settings.ts";
import { Account, type SandboxAccount } from "../run/account.ts";
import { contract } from "../run/contract.ts";
import type { Run } from "../run/run.ts";
import { CouldNotRun, must } from "../run/verdict-error.ts";
import { open, type Withdrawal } from "../run/withdrawal.ts";
import { openInHistory, recordOf } from "./history-records.ts";

contract("confirmation.approved", async (run) => {
  const answered = await answeredStatus(run);
  if (answered === "PENDING_REVIEW" && !run.offers("control-plane")) {
    throw new CouldNotRun(
      "control-plane",
      "withdrawals of this account are approved by hand; needs one of which they are not",
    );
  }
  must(answered === "APPROVED", `the right code should be answered with APPROVED, and was with ${answered}`);
});

contract("confirmation.pending-review", async (run) => {
  const answered = await answeredStatus(run, { manualApproval: true });
  if (answered === "APPROVED" && !run.offers("control-plane")) {
    throw new CouldNotRun("control-plane", "nobody approves this account's withdrawals; needs one of which they are");
  }
  must(
    answered === "PENDING_REVIEW",
    `the right code should be answered with PENDING_REVIEW, and was with ${answered}`,
  );
});

contract("confirmation.answered-before-payment", async (run) => {
  if (run.offers("control-plane")) return answeredWhileUnpaid(await Account.ofNewWorld(run));
  const { listed } = await confirmedOnRealAccount(run);
  // A payment may be made in no time; then it is not to be seen which of the two came first.
  if (isOver(listed)) throw new CouldNotRun("not-seen", "the payment was over as soon as the code was answered");
});

contract("confirmation.review-waits", async (run) => {
  const withdrawal = await parked(await Account.ofNewWorld(run));
  await withdrawal.account.clock.pass(7 * 24 * 60 * 60_000);
  const { status, endToEndId } = await withdrawal.record();
  const isPaid = status !== "PENDING_REVIEW" || typeof endToEndId === "string";
  must(!isPaid, `a withdrawal that nobody approved should be in review still, and is ${status} after a week`);
});

contract("confirmation.approval-pays", async (run) => {
  const account = await Account.ofNewWorld(run);
  const withdrawal = await parked(account);
  await account.control.withdrawals.approve(withdrawal.id);
  const status = await withdrawal.status();
  run.saw("state-after-approval", status !== "APPROVED" && `an approved withdrawal is ${status}, not APPROVED`);
  const isPaid = await account.clock.passUntil(async () => (await withdrawal.status()) === "CONFIRMED", 60_000, 5_000);
  must(isPaid, `an approved withdrawal should be paid, and is ${await withdrawal.status()} after a minute`);
});

/** With which status the right code is answered. A real account has the settings that it has. */
async function answeredStatus(run: Run, settings?: SettingsChange): Promise<string> {
  if (!run.offers("control-plane")) return (await confirmedOnRealAccount(run)).answered;
  const account = await Account.ofNewWorld(run);
  if (settings !== undefined) await account.control.settings.change(settings);
  return (await (await open(account)).confirmRightly()).text("status");
}

/** The status in the answer to the right code, and the one in the history right after. */
interface Confirmed {
  readonly answered: string;
  readonly listed: string;
}

/** It costs money, so that the contracts share one. */
function confirmedOnRealAccount(run: Run): Promise<Confirmed> {
  return run.once("the right code", async () => {
    const opened = await openInHistory(await Account.begin(run));
    const answered = (await opened.withdrawal.confirmRightly()).text("status");
    return { answered, listed: String((await recordOf(opened)).status) };
  });
}

/** The bank pays nothing before it is told to, so that a code that waits for the payment is never answered. */
async function answeredWhileUnpaid(account: SandboxAccount): Promise<void> {
  await account.control.settings.change({ settlement: { outcome: "MANUAL" } });
  const withdrawal = await open(account);
  await withdrawal.confirmRightly();
  const before = await withdrawal.status();
  must(!isOver(before), `nothing has been paid yet, and the withdrawal is ${before} as soon as its code is answered`);
  await account.control.withdrawals.settle(withdrawal.id, { outcome: "CONFIRMED" });
  const after = await withdrawal.status();
  must(after === "CONFIRMED", `the withdrawal should be CONFIRMED once it is paid, and is ${after}`);
}

function isOver(status: string): boolean {
  return ["CONFIRMED", "FAILED", "CANCELLED"].includes(status);
}

/** A withdrawal in review. */
async function parked(account: SandboxAccount): Promise<Withdrawal> {
  await account.control.settings.change({ manualApproval: true });
  const withdrawal = await open(account);
  await withdrawal.confirmRightly();
  return withdrawal;
}
