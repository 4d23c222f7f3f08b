import { everything } from "../description/json.ts";
import { Account, says } from "../run/account.ts";
import { contract } from "../run/contract.ts";
import { openHook, receiverUrl } from "../run/hook.ts";
import { occasionEvent, occur, requireOccasion } from "../run/occasion.ts";
import { must } from "../run/verdict-error.ts";
import { secretsOf } from "../run/webhook-record.ts";
import { listedRecord, listedWebhooks, mustDeliver, mustList } from "./existing-webhook.ts";

contract("webhooks.created-with-key", async (run) => {
  const account = await Account.begin(run);
  const hook = await openHook(account, ["charge.paid"]);
  // What was not really created has no log.
  (await account.log(hook.id)).accepted("delivery-log-listed");
});

contract("webhooks.secret-shown-at-creation", async (run) => {
  const account = await Account.begin(run);
  const create = async () => {
    const url = `${await receiverUrl(account)}/hooks/${crypto.randomUUID()}`;
    return { url, answer: (await account.createWebhook(url, ["charge.paid"])).accepted("webhook-created", { url }) };
  };
  const [one, other] = [await create(), await create()];
  const listed = (await account.webhooks()).body;
  // Whatever it is called: generated for this webhook, and not to be read again.
  const isSecret = (value: unknown) =>
    typeof value === "string" &&
    /^\S{8,}$/.test(value) &&
    ![one.url, other.answer.body, listed].some((at) => says(at, value));
  const own = [...everything(one.answer.body)].some(({ value }) => isSecret(value));
  must(
    own,
    "the answer to a webhook's creation shows nothing of its own that the list of webhooks does not: no secret",
  );
  secretsOf(run.examiner.description, one.answer, [one.url]);
});

contract("webhooks.secret-shown-once", async (run) => {
  const account = await Account.begin(run);
  const hook = await openHook(account, ["charge.paid"]);
  (await account.testDelivery(hook.id)).accepted("test-delivery-triggered");
  await hook.receives(1);
  const list = await listedWebhooks(account);
  mustList(account, list, hook.url);
  const log = (await account.log(hook.id)).accepted("delivery-log-listed");
  for (const [name, { body }] of Object.entries({ list, log })) {
    must(!JSON.stringify(body ?? null).includes(hook.secret), `the ${name} shows a webhook's secret again`);
  }
});

contract("webhooks.several", async (run) => {
  const account = await Account.begin(run);
  const hooks = [await openHook(account, ["charge.paid"]), await openHook(account, ["charge.paid"])];
  for (const hook of hooks) await mustDeliver(account, hook);
});

contract("webhooks.own-events", async (run) => {
  run.require("charges");
  const account = await Account.ofNewWorld(run);
  const pending = await openHook(account, ["charge.pending"]);
  const paid = await openHook(account, ["charge.paid"]);
  const { chargeId } = await account.control.charges.create({ total: 4_900 });
  await pending.receivesEvent("charge.pending");
  await account.control.charges.pay(chargeId);
  await paid.receivesEvent("charge.paid");
});

contract("webhooks.selected-only", async (run) => {
  requireOccasion(run);
  const account = await Account.begin(run);
  const hook = await openHook(account, ["charge.expired"]);
  const event = occasionEvent(account);
  const witness = await openHook(account, [event]);
  await occur(account);
  await witness.receivesEvent(event);
  const told = (await hook.settled()).map((attempt) => attempt.event);
  must(!told.includes(event), `a webhook that selected charge.expired only was told of ${event}`);
  // It would have been told if it were to be.
  await mustDeliver(account, hook);
});

contract("webhooks.listed-with-key", async (run) => {
  const account = await Account.begin(run);
  const hooks = [await openHook(account, ["charge.paid"]), await openHook(account, ["charge.pending"])];
  const list = await listedWebhooks(account);
  for (const { url } of hooks) mustList(account, list, url);
});

contract("webhooks.update-refused", async (run) => {
  const account = await Account.begin(run);
  const hook = await openHook(account, ["charge.paid"]);
  const before = await listedRecord(account, hook.url);
  const names = run.examiner.description.operation("createWebhook").requestNames;
  const changes = { name: "changed", url: `${hook.url}-changed`, events: ["charge.pending"] };
  const renamed = Object.entries(changes).map(([name, value]) => [names.get(name) ?? name, value]);
  for (const operation of ["updateWebhook", "replaceWebhook"]) {
    const rawBody = JSON.stringify(Object.fromEntries(renamed));
    (await account.call(operation, { id: hook.id, rawBody })).refused("not-allowed-with-api-key");
  }
  const after = await listedRecord(account, hook.url);
  must(after === before, `a refused change has made ${after ?? "nothing"} of the webhook ${before}`);
  await mustDeliver(account, hook);
});

contract("webhooks.deletion-refused", async (run) => {
  const account = await Account.begin(run);
  const hook = await openHook(account, ["charge.paid"]);
  (await account.call("deleteWebhook", { id: hook.id })).refused("not-allowed-with-api-key");
  await mustDeliver(account, hook);
});

contract("webhooks.test-delivers", async (run) => {
  const account = await Account.begin(run);
  const hook = await openHook(account, ["charge.paid"]);
  const { length } = await hook.settled();
  (await account.testDelivery(hook.id)).accepted("test-delivery-triggered");
  await hook.receives(length + 1);
});
