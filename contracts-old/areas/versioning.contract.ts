import { Account } from "../run/account.ts";
import { contract } from "../run/contract.ts";
import { must } from "../run/verdict-error.ts";
import { open } from "../run/withdrawal.ts";

contract("versioning.initiation-below-v1", async (run) => {
  const account = await Account.begin(run);
  const { id, valueCents } = await open(account);
  (await account.cancel(id)).accepted("cancelled", { withdrawId: id });
  // Where the address that was given has it already, all requests are made below it.
  const prefix = run.settings.basePath.endsWith("/v1") ? "" : "/v1";
  const request = { body: { value: valueCents }, prefix };
  const below = (await account.call("initiateWithdrawal", request)).accepted("initiated", { value: valueCents });
  // It is the same account: what was opened there is open here.
  const named = (await account.initiate(valueCents)).refused("withdrawal-already-open").text("withdrawId");
  must(named === below.text("withdrawId"), `${below.text("withdrawId")} was opened below /v1, and ${named} is open`);
});
