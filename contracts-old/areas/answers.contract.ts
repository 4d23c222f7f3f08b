import { Account } from "../run/account.ts";
import type { Answer } from "../run/answer.ts";
import { openToExpire, outliveCode } from "../run/code-life.ts";
import { contract } from "../run/contract.ts";
import { openHook } from "../run/hook.ts";
import { must } from "../run/verdict-error.ts";
import { open } from "../run/withdrawal.ts";

contract("answers.json", async (run) => {
  const account = await Account.begin(run);
  mustBeJson((await account.balance()).accepted("balance-read"));
  mustBeJson((await account.fee()).accepted("fee-simulated"));
  mustBeJson((await account.withdrawals()).accepted("withdrawals-listed"));
  mustBeJson((await account.webhookEvents()).accepted("webhook-events-listed"));
  if (run.offers("allow-open")) await mustAnswerWithdrawals(account);
  // What costs money, or stays, is done for the clauses that are about it, and judged there.
  if (account.control === undefined) return;
  await mustAnswerCodes(account);
  await mustAnswerWebhooks(account);
});

async function mustAnswerWithdrawals(account: Account): Promise<void> {
  const { id, valueCents } = await open(account);
  mustBeJson((await account.cancel(id)).accepted("cancelled", { withdrawId: id }));
  const again = mustBeJson((await account.initiate(valueCents)).accepted("initiated", { value: valueCents }));
  (await account.cancel(again.text("withdrawId"))).accepted("cancelled");
}

async function mustAnswerCodes(account: Account): Promise<void> {
  const withdrawal = await openToExpire(account);
  await outliveCode(withdrawal);
  mustBeJson((await withdrawal.resend()).accepted("code-resent", { withdrawId: withdrawal.id }));
  mustBeJson(await withdrawal.confirmRightly());
}

async function mustAnswerWebhooks(account: Account): Promise<void> {
  const { id } = await openHook(account, ["charge.paid"]);
  mustBeJson((await account.testDelivery(id)).accepted("test-delivery-triggered"));
  mustBeJson((await account.log(id)).accepted("delivery-log-listed"));
}

function mustBeJson(answer: Answer): Answer {
  const { method, path } = answer.operation;
  must(answer.body !== undefined, `${method} ${path} was answered with something that is not JSON`);
  return answer;
}
