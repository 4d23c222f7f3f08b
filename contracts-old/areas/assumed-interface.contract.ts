import { areAlike } from "../looks/alike.ts";
import { isMade } from "../looks/is-made.ts";
import { Account, type CallOptions } from "../run/account.ts";
import type { Answer } from "../run/answer.ts";
import { assumption } from "../run/contract.ts";
import { openHook } from "../run/hook.ts";
import { CouldNotRun } from "../run/verdict-error.ts";
import { open } from "../run/withdrawal.ts";
import { historyOf, holds } from "./history-records.ts";

/** More than are usually shown at once; on a real account each would be opened and cancelled. */
const manyWithdrawals = 55;

assumption(
  "behaviour.lists",
  async (run) => {
    const account = await Account.begin(run);
    const ids: string[] = [];
    while (ids.length < (account.control === undefined ? 2 : manyWithdrawals)) {
      const { id } = await open(account);
      (await account.cancel(id)).accepted("cancelled", { withdrawId: id });
      ids.unshift(id);
    }
    const records = await historyOf(account);
    const listed = records.flatMap((record) => ids.find((id) => holds(record, id)) ?? []);
    run.saw("lists", listed.length < ids.length && `of ${ids.length} withdrawals the history lists ${listed.length}`);
    const isNewestFirst = listed.join() === ids.filter((id) => listed.includes(id)).join();
    run.saw("lists", !isNewestFirst && "the history does not begin with the newest withdrawal");
  },
  async (run) => {
    const account = await Account.ofNewWorld(run);
    const ids: string[] = [];
    while (ids.length < 3) ids.unshift((await openHook(account, ["charge.paid"])).id);
    const records = (await account.webhooks()).accepted("webhooks-listed").records();
    const listed = records.flatMap((record) => ids.find((id) => Object.values(record).includes(id)) ?? []);
    run.saw("lists", listed.join() !== ids.join() && "the list of webhooks does not begin with the newest");
  },
);

/** Of a withdrawal that nobody has, so that nothing happens where such a request is taken. */
assumption("behaviour.strict-requests", async (run) => {
  const account = await Account.begin(run);
  const cancel = (withdrawId: string, more = {}) => account.call("cancelWithdrawal", { body: { withdrawId, ...more } });
  // Should a target take it for the withdrawal that is open, that is to be one of the run's own.
  if (account.control === undefined) await open(account);
  const malformed = (await account.call("cancelWithdrawal", { body: {} })).refused("request-malformed");
  const odd: [string, Answer][] = [
    ["an unknown member", await cancel(account.inventedId(), { saldoContract: true })],
    ["a control character", await cancel(`${account.inventedId()}\u0007`)],
    ["a text of 10,000 characters", await cancel(account.inventedId() + "x".repeat(10_000))],
  ];
  for (const [what, answer] of odd) {
    const differs = `a request with ${what} is answered with ${answer.status}, unlike one that is malformed`;
    run.saw("strict-requests", !areAlike(answer, malformed) && differs);
  }
});

assumption("behaviour.prefixes", async (run) => {
  if (run.settings.basePath.endsWith("/v1")) {
    throw new CouldNotRun("not-seen", "nothing is asked for without /v1: the address that was given has it already");
  }
  const account = await Account.begin(run);
  const withdrawId = account.inventedId();
  const reads = ["getBalance", "simulateWithdrawalFee", "listWithdrawals", "listWebhooks", "listWebhookEvents"];
  const calls: [string, CallOptions][] = [
    ...reads.map((operationId): [string, CallOptions] => [operationId, {}]),
    ["listWebhookLogs", { id: withdrawId }],
  ];
  const writes: [string, CallOptions][] = [
    ["cancelWithdrawal", { body: { withdrawId } }],
    ["resendOtp", { body: { withdrawId } }],
    ["confirmWithdrawal", { body: { withdrawId, otpCode: "000000" } }],
  ];
  for (const [operationId, options] of [...calls, ...(run.offers("allow-open") ? writes : [])]) {
    const plain = await account.call(operationId, options);
    const below = await account.call(operationId, { ...options, prefix: "/v1" });
    const isOne = plain.isSuccess ? below.isSuccess : areAlike(below, plain);
    const { method, path } = plain.operation;
    run.saw(
      "prefixes",
      !isOne && `${method} ${path} is answered with ${plain.status}, and below /v1 with ${below.status}`,
    );
  }
});

/** As much as no user would mind on an account of his own. */
assumption(
  "behaviour.limits",
  async (run) => {
    const account = await Account.begin(run);
    const answers = await Promise.all(Array.from({ length: burst }, () => account.withdrawals()));
    const other = answers.find(({ isSuccess }) => !isSuccess);
    run.saw("limits", other !== undefined && `of ${burst} requests at once one is answered with ${other.status}`);
  },
  async (run) => {
    const account = await Account.ofNewWorld(run);
    for (let nth = 1; nth <= manyWebhooks; nth += 1) {
      const { status, isSuccess } = await account.createWebhook(`https://contracts.saldo.dev/${nth}`, ["charge.paid"]);
      run.saw("limits", !isSuccess && `the creation of the ${nth}th webhook is answered with ${status}`);
    }
  },
);

const burst = 40;
const manyWebhooks = 25;

assumption("behaviour.keys-and-sessions", async (run) => {
  const account = await Account.ofNewWorld(run);
  const { status } = await account.balance();
  run.saw("keys-and-sessions", status !== 200 && `the key of a new world is answered with ${status}`);
  const { apiKey } = await account.control.addCompany();
  const other = await account.balance({ apiKey });
  run.saw("keys-and-sessions", !other.isSuccess && `the key of a new company is answered with ${other.status}`);
  const hook = await openHook(account, ["charge.paid"]);
  await account.control.webhooks.change(hook.id, { events: ["charge.expired"] });
  await account.control.charges.create({ total: 10_000, paid: true });
  const isChanged = (await hook.settled()).length === 0;
  run.saw("keys-and-sessions", !isChanged && "a webhook is not changed by the control plane");
});

assumption(
  "behaviour.reserved-event",
  async (run) => {
    const names = (await (await Account.begin(run)).webhookEvents()).accepted("webhook-events-listed").list();
    run.saw("reserved-event", !names.includes("charge.received") && "charge.received is not in the list of events");
  },
  async (run) => {
    const account = await Account.begin(run);
    const isTaken = await isMade(openHook(account, ["charge.received"]));
    run.saw("reserved-event", !isTaken && "no webhook can be created for charge.received");
  },
);
