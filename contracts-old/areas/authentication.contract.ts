import type { JsonObject } from "../description/json.ts";
import { Account, newHookName } from "../run/account.ts";
import { contract } from "../run/contract.ts";
import { openHook } from "../run/hook.ts";
import type { Run } from "../run/run.ts";
import { must } from "../run/verdict-error.ts";
import { addedSince, historyOf, openInHistory, recordOf } from "./history-records.ts";

contract("authentication.balance", async (run) => {
  const account = await Account.begin(run);
  (await account.balance()).accepted("balance-read");
  (await account.balance({ apiKey: null })).refused("unauthorized");
});

contract("authentication.withdrawals", async (run) => {
  const account = await Account.begin(run);
  const own = await openInHistory(account);
  const { id, valueCents } = own.withdrawal;
  (await account.cancel(id)).accepted("cancelled", { withdrawId: id });
  await recordOf(own);
  const before = await historyOf(account);
  (await account.call("initiateWithdrawal", { body: { value: valueCents }, apiKey: null })).refused("unauthorized");
  const { length } = addedSince(before, await historyOf(account), own);
  must(length === 0, "an initiation without a key was refused, and has made a withdrawal");
  // The key is all that was missing.
  (await account.initiate(valueCents)).accepted("initiated", { value: valueCents });
});

contract("authentication.history", async (run) => {
  const account = await Account.begin(run);
  (await account.withdrawals()).accepted("withdrawals-listed");
  (await account.withdrawals({ apiKey: null })).refused("unauthorized");
});

contract("authentication.webhooks", async (run) => {
  const account = await Account.begin(run);
  // The same with a key is accepted.
  const { url } = await openHook(account, ["charge.paid"]);
  const body = { url, name: newHookName(), events: ["charge.paid"] };
  (await account.call("createWebhook", { body, apiKey: null })).refused("unauthorized");
});

contract("authentication.wrong-key", async (run) => {
  const account = await Account.begin(run);
  (await account.balance()).accepted("balance-read");
  for (const apiKey of [account.inventedId(), account.apiKey.slice(0, -1), `${account.apiKey}0`]) {
    for (const { operationId, body, id } of allowedRequests(run, account)) {
      const request = { apiKey, ...(body && { body }), ...(id !== undefined && { id }) };
      (await account.call(operationId, request)).refused("unauthorized");
    }
  }
});

interface KeyedRequest {
  readonly operationId: string;
  readonly body?: JsonObject;
  readonly id?: string;
}

/** Whatever would do something for the right key is asked for only where that is allowed: keys may not be looked at. */
function allowedRequests(run: Run, account: Account): readonly KeyedRequest[] {
  const withdrawId = account.inventedId();
  const reads = ["getBalance", "simulateWithdrawalFee", "listWithdrawals"].map((operationId) => ({ operationId }));
  const withdrawing: readonly KeyedRequest[] = [
    { operationId: "initiateWithdrawal", body: { value: 1_000 } },
    { operationId: "confirmWithdrawal", body: { withdrawId, otpCode: "000000" } },
    { operationId: "resendOtp", body: { withdrawId } },
    { operationId: "cancelWithdrawal", body: { withdrawId } },
  ];
  const url = "https://hooks.saldo.dev/wrong-key";
  const hooks: readonly KeyedRequest[] = [
    { operationId: "createWebhook", body: { url, name: newHookName(), events: ["charge.paid"] } },
  ];
  return [...reads, ...(run.offers("allow-open") ? withdrawing : []), ...(run.offers("allow-webhooks") ? hooks : [])];
}
