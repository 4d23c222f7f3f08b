import { Account } from "../run/account.ts";
import { contract } from "../run/contract.ts";
import { must } from "../run/verdict-error.ts";
import { open } from "../run/withdrawal.ts";
import { addedSince, historyOf, openInHistory, recordOf } from "./history-records.ts";
import { paidWithdrawal } from "./paid-withdrawal.ts";
import { floorOf } from "./withdrawal-floor.ts";

contract("initiation.returns-id", async (run) => {
  const account = await Account.begin(run);
  const first = await open(account);
  (await first.cancel()).accepted("cancelled", { withdrawId: first.id });
  const second = await open(account);
  must(first.id !== second.id, `two withdrawals have the same withdrawId, ${first.id}`);
});

contract("initiation.value-required", async (run) => {
  const account = await Account.begin(run);
  const { valueCents } = await cancelledOne(account);
  (await account.call("initiateWithdrawal", { body: {} })).refused("request-malformed");
  // It was refused for the missing value alone.
  (await account.initiate(valueCents)).accepted("initiated", { value: valueCents });
});

contract("initiation.second-refused", async (run) => {
  const account = await Account.begin(run);
  const { valueCents } = await open(account);
  (await account.initiate(valueCents)).refused("withdrawal-already-open");
});

contract("initiation.conflict-names-open-one", async (run) => {
  const account = await Account.begin(run);
  const { id, valueCents } = await open(account);
  const answer = (await account.initiate(valueCents)).refused("withdrawal-already-open", { withdrawId: id });
  const named = answer.text("withdrawId");
  must(named === id, `the withdrawal ${id} is open, and the refusal of another one names ${named}`);
});

contract("initiation.one-open-at-a-time", async (run) => {
  const account = await Account.begin(run);
  const own = await openInHistory(account);
  const { withdrawal } = own;
  await recordOf(own);
  const before = await historyOf(account);
  (await account.initiate(withdrawal.valueCents)).refused("withdrawal-already-open");
  const { length } = addedSince(before, await historyOf(account), own);
  must(length === 0, `an initiation was refused, and the history has ${length} more withdrawals`);
  (await withdrawal.cancel()).accepted("cancelled", { withdrawId: withdrawal.id });
  // If the refused one had been opened, it would be in the way now.
  (await account.initiate(withdrawal.valueCents)).accepted("initiated", { value: withdrawal.valueCents });
});

contract("initiation.again-after-cancellation", async (run) => {
  const account = await Account.begin(run);
  const { id, valueCents } = await cancelledOne(account);
  const again = (await account.initiate(valueCents)).accepted("initiated", { value: valueCents });
  must(
    again.text("withdrawId") !== id,
    `another withdrawal was initiated, and has the withdrawId ${id} of the cancelled one`,
  );
});

contract("initiation.again-after-payment", async (run) => {
  const { id, next } = await paidWithdrawal(run);
  const again = next.accepted("initiated").text("withdrawId");
  must(again !== id, `another withdrawal was initiated, and has the withdrawId ${id} of the one that was paid`);
});

contract("initiation.below-floor-refused", async (run) => {
  const { account, cents } = await floorOf(run);
  (await account.initiate(cents - 1)).refused("withdrawal-below-minimum", { value: cents - 1 });
  // One cent is all that it lacked.
  (await account.initiate(cents)).accepted("initiated", { value: cents });
});

contract("initiation.floor-accepted", async (run) => {
  const { account, cents } = await floorOf(run);
  const id = (await account.initiate(cents)).accepted("initiated", { value: cents }).text("withdrawId");
  // It really is open: while it is, nothing else can be.
  const named = (await account.initiate(cents)).refused("withdrawal-already-open").text("withdrawId");
  must(named === id, `the withdrawal ${id} of ${cents} cents should be open, and ${named} is`);
});

contract("initiation.default-minimum", async (run) => {
  const account = await Account.ofNewWorld(run);
  await account.control.settings.change({ withdrawalFee: 0 });
  (await account.initiate(100)).refused("withdrawal-below-minimum", { value: 100 });
  (await account.initiate(101)).accepted("initiated", { value: 101 });
});

async function cancelledOne(account: Account) {
  const withdrawal = await open(account);
  (await withdrawal.cancel()).accepted("cancelled", { withdrawId: withdrawal.id });
  return withdrawal;
}
