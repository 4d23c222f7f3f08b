import { afterEach, beforeEach, expect, it } from "vitest";
import type { SaldoWorld } from "../../src/client/saldo-client.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { parseScenario } from "../scenario-file.ts";
import { recordScenario } from "./record-scenario.ts";
import { readWorld } from "./recorded-world.ts";
import { storyOf } from "./story.ts";

let sandbox: SaldoWorld;
beforeEach(async () => {
  sandbox = await startSandbox();
});
afterEach(() => sandbox[Symbol.asyncDispose]());

/** Records the world, with what the command says and writes. */
async function recorded(since?: string) {
  let told = "";
  let printed = "";
  const output = {
    stdout: { write() {} },
    stderr: { write: (text: string) => (told += text) },
    print: async (text: string) => {
      printed += text;
    },
  };
  const status = await recordScenario(sandbox, since, output);
  const steps = printed === "" ? [] : (parseScenario(printed, "x").document.workflows[0]?.steps ?? []);
  return { status, told, printed, steps, ids: steps.map(({ stepId }) => stepId) };
}

/** Records the world, which must succeed without a word. */
async function wellRecorded(since?: string) {
  const { status, told, ...recording } = await recorded(since);
  expect({ status, told }).toEqual({ status: 0, told: "" });
  return recording;
}

const post = (path: string, body?: unknown) => sandbox.ask("POST", path, body);

async function initiated(value: number): Promise<string> {
  return (await post("/account-balance/withdraw", { value })).text("data.withdrawId");
}

const confirm = (withdrawId: string, otpCode: string) =>
  post("/account-balance/withdraw/confirm", { withdrawId, otpCode });

it("a withdrawal becomes steps: ids are outputs, the code comes from the mailbox, time is an advance", async () => {
  const withdrawId = await initiated(50_000);
  await confirm(withdrawId, "000000");
  await post("/sandbox/clock/advance", { by: "PT2M" });
  const code = await sandbox.inbox.latestCode(withdrawId);
  await confirm(withdrawId, code);
  await post("/sandbox/clock/advance", { by: "P1D" });
  await sandbox.ask("GET", "/account-balance");
  const { printed, steps, ids } = await wellRecorded();
  expect(ids).toEqual([
    ...["initiate-withdrawal", "confirm-withdrawal", "advance-clock", "list-inbox", "confirm-withdrawal-2"],
    ...["advance-clock-2", "get-balance"],
  ]);
  expect(steps[2]?.requestBody?.payload).toEqual({ by: "PT2M" });
  expect(steps[4]?.requestBody?.payload).toEqual({
    withdrawId: "$steps.initiate-withdrawal.outputs.withdrawId",
    otpCode: "$steps.list-inbox.outputs.otpCode",
  });
  expect(steps[6]?.successCriteria).toContainEqual({ condition: "$response.body#/data/balance == 100000" });
  expect([printed.includes(code), printed.includes(sandbox.apiKey)]).toEqual([false, false]);
});

it("what was done through the control plane becomes steps, too", async () => {
  await sandbox.ask("PATCH", "/sandbox/settings", { settlement: { outcome: "MANUAL" }, manualApproval: true });
  const charge = await post("/sandbox/charges", { total: 9_000, expiresIn: "P1D", customer: { name: "Ana" } });
  await post(`/sandbox/charges/${charge.text("chargeId")}/pay`);
  await post(`/sandbox/charges/${charge.text("chargeId")}/chargeback`);
  await post("/sandbox/charges", { total: 100, expiresIn: "PT1H" });
  const subscription = await post("/sandbox/subscriptions", { amountCents: 4_990, interval: "P1D" });
  await post(`/sandbox/subscriptions/${subscription.text("subscriptionId")}/authorize`);
  const other = await post("/sandbox/companies", { name: "Padaria Dois", balance: 70_000 });
  await sandbox.ask("GET", "/account-balance", undefined, { "x-api-key": other.text("apiKey") });
  const withdrawId = await initiated(30_000);
  await confirm(withdrawId, await sandbox.inbox.latestCode(withdrawId));
  await post(`/sandbox/withdrawals/${withdrawId}/approve`);
  await post("/sandbox/clock/advance", { by: "P3D" });
  await post(`/sandbox/withdrawals/${withdrawId}/settle`, { outcome: "FAILED", reason: "Account closed" });
  await post("/account-balance/withdraw", { value: 1_000 });
  await post("/webhook", { url: "https://hooks.acme.dev/saldo", name: "Mine", events: ["charge.paid"] });
  await sandbox.ask("GET", "/account-balance/withdrawals");
  const { ids, steps } = await wellRecorded();
  expect(ids).toEqual([
    ...["set-routes", "change-settings", "create-charge", "pay-charge", "chargeback-charge", "create-charge-2"],
    ...["create-subscription", "authorize-subscription", "add-company", "get-balance", "initiate-withdrawal"],
    ...["list-inbox", "confirm-withdrawal", "approve-withdrawal", "advance-clock", "settle-withdrawal"],
    ...["initiate-withdrawal-2", "create-webhook", "list-withdrawals"],
  ]);
  expect(steps[9]?.parameters).toEqual([
    { name: "X-Saldo-Company", in: "header", value: "$steps.add-company.outputs.companyId" },
  ]);
});

it("a lost answer and its fault are recorded, and what happened since a bookmark alone", async () => {
  await initiated(1_000);
  await post("/sandbox/bookmarks", { name: "before" });
  await post("/sandbox/faults", { kind: "lose-response", operationId: "initiateWithdrawal" });
  await expect(initiated(2_000)).rejects.toThrow();
  await post("/sandbox/faults", { kind: "status", operationId: "getBalance", status: 503, times: 2 });
  await sandbox.ask("GET", "/account-balance");
  await sandbox.ask("DELETE", "/sandbox/faults");
  const { ids, steps } = await wellRecorded("before");
  expect(ids).toEqual(["add-fault", "initiate-withdrawal", "add-fault-2", "get-balance", "remove-fault"]);
  expect(steps[1]?.["x-saldo-no-answer"]).toBe(true);
  expect(steps[3]?.successCriteria).toContainEqual({ condition: "$statusCode == 503" });
});

it("a world that went back is recorded with the way back", async () => {
  await post("/sandbox/charges", { total: 100, paid: true });
  await post("/sandbox/bookmarks", { name: "paid" });
  await initiated(40_000);
  await post("/sandbox/clock/advance", { by: "P30D" });
  await post("/sandbox/rewind", { bookmark: "paid" });
  await sandbox.ask("GET", "/account-balance");
  await post("/sandbox/reset");
  await sandbox.ask("GET", "/account-balance");
  const { ids, steps } = await wellRecorded();
  expect(ids).toEqual([
    ...["set-bookmark", "create-charge", "set-bookmark-2", "set-bookmark-3", "initiate-withdrawal", "advance-clock"],
    ...["rewind-world", "get-balance", "rewind-world-2", "get-balance-2"],
  ]);
  const balances = [steps.at(-3), steps.at(-1)].map((step) => step?.successCriteria?.[1]?.condition);
  expect(balances).toEqual(["$response.body#/data/balance == 150100", "$response.body#/data/balance == 150000"]);
});

it("a world that went back to before the start is refused", async () => {
  await post("/sandbox/bookmarks", { name: "late" });
  await post("/sandbox/reset");
  const { status, told, printed } = await recorded("late");
  expect({ status, printed }).toEqual({ status: 2, printed: "" });
  expect(told).toMatch(/^error: the world went back at position \d+ to position \d+, which is before the start/);
});

it("an unknown bookmark is refused with those that there are", async () => {
  await post("/sandbox/bookmarks", { name: "mine" });
  const { status, told } = await recorded("nobody");
  expect({ status, told }).toEqual({
    status: 2,
    told: "error: --since nobody: there is no such bookmark; allowed is mine\n",
  });
});

it("calls that the journal has dropped are refused; since a later bookmark the rest is recorded", async () => {
  for (let call = 0; call < 1_001; call++) await sandbox.ask("GET", "/account-balance");
  const { status, told } = await recorded();
  expect(status).toBe(2);
  expect(told).toMatch(/^error: the journal of calls has dropped 1 calls/);
  await post("/sandbox/bookmarks", { name: "late" });
  await sandbox.ask("GET", "/account-balance");
  expect(await recorded("late")).toMatchObject({ status: 0, ids: ["get-balance"] });
});

it("a recording that does not pass is not written, and says what differs", async () => {
  await sandbox.ask("PUT", "/sandbox/routes", { "hooks.acme.dev": "http://127.0.0.1:9" });
  const webhook = await post("/webhook", { url: "https://hooks.acme.dev/x", name: "Mine", events: ["charge.paid"] });
  for (let count = 0; count < 5; count++) await post("/sandbox/charges", { total: 100, paid: true });
  await post("/sandbox/clock/advance", { by: "P1D" });
  const tested = await post(`/webhook/${webhook.text("data.webhookId")}/test`);
  const { status, told, printed } = await recorded();
  expect({ status, printed }).toEqual({ status: 1, printed: "" });
  expect(told).toContain(`expected  $statusCode == ${tested.status}`);
  expect(told).toMatch(/error: nothing is written, because the recording does not pass on a fresh sandbox\n$/);
});

it("an event whose call is in no journal is refused", async () => {
  await initiated(1_000);
  const world = await readWorld(sandbox, undefined);
  expect(() => storyOf({ ...world, calls: [] })).toThrow(
    /^the history has WithdrawalInitiated at position \d+, and the journal has no call for it/,
  );
});

it("what cannot be done again and changed nothing is left out with a warning", async () => {
  await post("/account-balance/withdraw", ["no object"]);
  await sandbox.ask("GET", "/nowhere");
  await sandbox.ask("GET", "/account-balance?colour=red");
  // The journal cuts it within a character.
  await sandbox.ask("GET", `/webhook/${"%C3%A9".repeat(300)}/logs`);
  await sandbox.ask("GET", "/account-balance");
  const { status, told, ids } = await recorded();
  expect({ status, ids }).toEqual({ status: 0, ids: ["get-balance"] });
  expect(told.split("\n")).toEqual([
    expect.stringMatching(/^warning: not recorded: POST \/account-balance\/withdraw: /),
    "warning: not recorded: GET /nowhere: the interface has no such operation",
    "warning: not recorded: GET /account-balance?colour=[redacted]: the interface has no such parameter",
    expect.stringMatching(/^warning: not recorded: GET \(cut: .*: the journal does not show its whole path$/),
    "",
  ]);
});

it("a world in which nothing has happened is refused", async () => {
  expect(await recorded()).toMatchObject({ status: 2, told: "error: nothing has happened since the world began\n" });
});

it("a text that a scenario would take for an expression is refused", async () => {
  await post("/sandbox/charges", { total: 100, externalId: "$inputs.value" });
  const { status, told } = await recorded();
  expect({ status, told }).toEqual({ status: 2, told: expect.stringMatching(/^error: "\$inputs\.value" was sent/) });
});
