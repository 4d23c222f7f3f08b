import { sourceOf } from "../description/description.ts";
import { Account, says } from "../run/account.ts";
import type { Look } from "../run/contract.ts";
import { openHook } from "../run/hook.ts";
import type { Run } from "../run/run.ts";
import { isMade } from "./is-made.ts";

/** How requests are made, which the document does not always show: a target that has it otherwise refuses or ignores them. */
export const amountSimulated: Look = async (run) => {
  const account = await Account.begin(run);
  const value = 4_321;
  const answer = await account.fee({ query: `?${amountName(run)}=${value}` });
  const isTaken = answer.isSuccess && says(answer.body, value) && !says((await account.fee()).body, value);
  run.sawAt(amountPath, !isTaken && `an amount in the query is answered with ${answer.status}, and not simulated`);
};

export const webhookMade: Look = async (run) => {
  const account = await Account.begin(run);
  const isTaken = await isMade(openHook(account, ["withdraw.completed"]));
  const differs = !isTaken && "no webhook can be created with a url, a name and events";
  const schema = ["paths", "/webhook", "post", "requestBody", "content", "application/json", "schema"];
  for (const name of ["url", "name", "events"]) run.sawAt([...schema, "properties", name], differs);
};

export const webhooksFound: Look = async (run) => {
  const answer = await (await Account.begin(run)).webhooks();
  const { method, path } = answer.operation;
  const isElsewhere = answer.status === 404 || answer.status === 405;
  run.sawAt(["paths", "/webhook", "get"], isElsewhere && `${method} ${path} is answered with ${answer.status}`);
};

const amountPath = ["paths", "/account-balance/withdraw-fee", "get", "parameters", "0"];

/** As it is called on the wire. */
function amountName({ examiner }: Run): string {
  const { tree } = examiner.description;
  const { method, path } = examiner.description.operation("simulateWithdrawalFee");
  const parameters = tree.children(tree.below(tree.root, "paths", path, method.toLowerCase(), "parameters"));
  const names = parameters.map(({ value }) => ({
    name: String(value.name),
    feeds: sourceOf(value, String(value.name)),
  }));
  return names.find(({ feeds }) => feeds === "value")?.name ?? "value";
}
