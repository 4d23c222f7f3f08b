import { Account } from "../run/account.ts";
import type { Look } from "../run/contract.ts";
import { type Hook, openHook } from "../run/hook.ts";
import type { Run } from "../run/run.ts";
import { webhookGivenUp } from "./webhook-given-up.ts";

/** How a target answers about webhooks: each look brings one answer about. */
export const webhookCreated: Look = async (run) => {
  await someHook(run);
};

export const webhooksRead: Look = async (run) => {
  (await (await Account.begin(run)).webhooks()).accepted("webhooks-listed");
};

export const webhooksOfOneRead: Look = async (run) => {
  const { account, hook } = await someHook(run);
  (await account.webhooks()).accepted("webhooks-listed", { webhookId: hook.id, url: hook.url, name: hook.name });
};

export const eventsRead: Look = async (run) => {
  (await (await Account.begin(run)).webhookEvents()).accepted("webhook-events-listed");
};

/** Creating one for this computer is documented to be refused; whether a target does so is another clause's question. */
export const forbiddenUrlRefused: Look = async (run) => {
  const account = await Account.begin(run);
  const url = "http://localhost/saldo-contract";
  const answer = await account.createWebhook(url, ["charge.paid"]);
  if (!answer.isSuccess) answer.refused("webhook-url-not-allowed", { url });
};

/** That it is refused is not documented. */
export const unheardOfEventRefused: Look = async (run) => {
  const account = await Account.begin(run);
  const answer = await account.createWebhook("https://contracts.saldo.dev/hooks", ["saldo.contract"]);
  if (!answer.isSuccess) return void answer.refused("webhook-event-unknown");
  const { node } = run.examiner.description.response(answer.operation, "webhook-event-unknown");
  run.sawAt(node.path, "a webhook was created for an event that does not exist");
};

export const logRead: Look = async (run) => {
  const { account, hook } = await someHook(run);
  (await account.log(hook.id)).accepted("delivery-log-listed");
};

export const logOfOneRead: Look = async (run) => {
  const { account, hook } = await hookOn(run);
  (await account.testDelivery(hook.id)).accepted("test-delivery-triggered", { webhookId: hook.id });
  await hook.receives(1);
  const isLogged = async () => (await account.log(hook.id)).accepted("delivery-log-listed").list().length > 0;
  await account.clock.passUntil(isLogged, 2_000);
};

export const unknownWebhookRefused: Look = async (run) => {
  const account = await Account.begin(run);
  const webhookId = account.inventedId();
  (await account.log(webhookId)).refused("webhook-unknown", { webhookId });
};

export const testTriggered: Look = async (run) => {
  const { account, hook } = await hookOn(run);
  (await account.testDelivery(hook.id)).accepted("test-delivery-triggered", { webhookId: hook.id });
  await hook.receives(1);
};

export const testOfInactiveRefused: Look = async (run) => {
  const { account, hook } = await webhookGivenUp(run);
  (await account.testDelivery(hook.id)).refused("webhook-inactive", { webhookId: hook.id });
};

export const replacementRefused: Look = async (run) => changeRefused(run, "replaceWebhook", ["put"]);
export const updateRefused: Look = async (run) => changeRefused(run, "updateWebhook", ["patch"]);
export const deletionRefused: Look = async (run) => changeRefused(run, "deleteWebhook", ["delete"]);

/**
 * That it is refused is documented, but not where it is asked for: where there is nothing of the kind, the path or the
 * method is another one.
 */
async function changeRefused(run: Run, operationId: string, method: readonly string[]): Promise<void> {
  const { account, hook } = await someHook(run);
  const body = operationId === "deleteWebhook" ? {} : { body: { name: hook.name } };
  const answer = await account.call(operationId, { id: hook.id, ...body });
  const isElsewhere = answer.status === 404 || answer.status === 405;
  const where = `${answer.operation.method} ${answer.operation.path}`;
  const differs = isElsewhere && `${where} is answered with ${answer.status}: it is no such operation there`;
  run.sawAt(["paths", "/webhook/{id}", ...method], differs);
  run.sawAt(["paths", "/webhook/{id}", "parameters", "0"], differs);
  if (!isElsewhere) answer.refused("not-allowed-with-api-key");
}

/** On a real account it stays behind, so that one does for all who need no deliveries of their own. */
async function someHook(
  run: Run,
): Promise<{ readonly account: Account; readonly hook: Pick<Hook, "id" | "url" | "name"> }> {
  const account = await Account.begin(run);
  const open = () => openHook(account, ["withdraw.completed"]);
  return { account, hook: account.control === undefined ? await run.once("a webhook to look at", open) : await open() };
}

async function hookOn(run: Run): Promise<{ readonly account: Account; readonly hook: Hook }> {
  const account = await Account.begin(run);
  return { account, hook: await openHook(account, ["withdraw.completed"]) };
}
