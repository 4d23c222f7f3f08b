import { beforeAll, expect } from "vitest";
import { loadDocument } from "../../src/spec/document.ts";
import { selectableEvents } from "../../src/spec/generated/event-names.ts";
import { listOperations } from "../../src/spec/operations.ts";
import { type EveryAnswer, everyAnswer } from "../every-answer.ts";
import { askedOperations } from "../hostile/documents.ts";
import { it, later, minute, startAt, startCheckedSandbox } from "./checked-sandbox.ts";

const id = (prefix: string) => expect.stringMatching(new RegExp(`^${prefix}_[0-9a-f]{24}$`));
const withdrawId = id("wdr");
const webhookId = id("whk");
const amounts = { value: 50_000, fee: 200, netValue: 49_800 };
const pixKey = "financeiro@padaria-bela-vista.example.com";
const approved = { withdrawId, withdrawalStatus: "APPROVED" };
const [firstExpiry, secondExpiry] = [later(startAt, 5 * minute), later(startAt, 10 * minute)];
const url = "https://hooks.acme.dev/saldo";
const webhook = { webhookId, name: "A", url, events: ["withdraw.completed"], active: true, createdAt: startAt };

/** The `data` of each answer, of an error without its code. Errors that are not here have nothing but a code. */
const data: Readonly<Record<string, unknown>> = {
  "getBalance balance-read": {
    balance: 150_000,
    currency: "BRL",
    reservedBalance: 25_000,
    reserveHolds: [{ chargeId: id("chg"), amountCents: 25_000, releaseAt: "2026-04-01T12:00:00.000Z", status: "HELD" }],
  },
  "simulateWithdrawalFee fee-simulated": {
    value: 150_000,
    fee: 200,
    netValue: 149_800,
    minimum: 101,
    realMinimum: 301,
  },
  "initiateWithdrawal initiated": { withdrawId, status: "CREATED", ...amounts, pixKey, otpExpiresAt: firstExpiry },
  "initiateWithdrawal withdrawal-below-minimum": { value: 250, minimum: 101, fee: 200, realMinimum: 301 },
  "initiateWithdrawal insufficient-balance": { value: 200_000, balance: 150_000 },
  "initiateWithdrawal withdrawal-already-open": { withdrawId },
  "confirmWithdrawal code-accepted": { withdrawId, status: "APPROVED" },
  "confirmWithdrawal otp-incorrect": { withdrawId, attemptsLeft: 0 },
  "confirmWithdrawal otp-blocked": { withdrawId },
  "confirmWithdrawal otp-expired": { withdrawId, otpExpiresAt: secondExpiry },
  "confirmWithdrawal withdrawal-not-awaiting-otp": approved,
  "confirmWithdrawal withdrawal-unknown": { withdrawId: "nope" },
  "resendOtp code-resent": { withdrawId, status: "CREATED", otpExpiresAt: secondExpiry },
  "resendOtp otp-still-valid": { withdrawId, otpExpiresAt: firstExpiry },
  "resendOtp withdrawal-not-awaiting-otp": approved,
  "resendOtp withdrawal-unknown": { withdrawId: "nope" },
  "cancelWithdrawal cancelled": { withdrawId, status: "CANCELLED" },
  "cancelWithdrawal withdrawal-not-cancellable": approved,
  "cancelWithdrawal withdrawal-unknown": { withdrawId: "nope" },
  "listWithdrawals withdrawals-listed": [
    { withdrawId, status: "CANCELLED", ...amounts, pixKey, createdAt: secondExpiry },
    { withdrawId, status: "APPROVED", ...amounts, pixKey, createdAt: startAt },
  ],
  "createWebhook webhook-created": { ...webhook, secret: expect.stringMatching(/^whsec_[0-9a-f]{48}$/) },
  "createWebhook webhook-url-not-allowed": { url: "http://localhost/", rule: "localhost" },
  "createWebhook webhook-event-unknown": { events: ["nope"], allowed: selectableEvents },
  "listWebhooks webhooks-listed": [webhook],
  "listWebhookEvents webhook-events-listed": selectableEvents,
  "listWebhookLogs delivery-log-listed": expect.arrayContaining([
    {
      ...{
        deliveryId: id("dlv"),
        event: "webhook.test",
        attempt: 1,
        outcome: "FAILURE",
        httpStatus: null,
        at: startAt,
      },
      durationMs: expect.any(Number),
      error: expect.stringMatching(/^\S[^\n]*\.$/),
    },
  ]),
  "listWebhookLogs webhook-unknown": { webhookId: "nope" },
  "testWebhook test-delivery-triggered": { deliveryId: id("dlv"), webhookId },
  "testWebhook webhook-unknown": { webhookId: "nope" },
  "testWebhook webhook-inactive": { webhookId },
};

const outcomes = listOperations(loadDocument("interface").dereferenced).flatMap(({ operationId, responses }) =>
  responses.flatMap(({ status, outcomes }) => outcomes.map((outcome) => ({ operationId, outcome, status }))),
);

// What leads to an outcome, and which of several comes first: src/domain/properties.test.ts.
let answers: EveryAnswer;
beforeAll(async () => {
  answers = await everyAnswer();
});

it.each(outcomes)("the interface answers $operationId with $outcome: $status", ({ operationId, outcome, status }) => {
  const key = `${operationId} ${outcome}`;
  const problems = outcome === "request-malformed" ? { problems: expect.any(Array) } : {};
  const code = outcome.toUpperCase().replaceAll("-", "_");
  const expected = Number(status) < 400 ? data[key] : { code, ...problems, ...Object(data[key]) };
  const body = { status, message: expect.stringMatching(/^.{8,}$/), data: expected };
  expect(answers.get(key)).toEqual({ status, body });
});

it("every path answers with the segment v1 too, and means the same world", async ({ sandbox, ask }) => {
  const { as } = sandbox;
  for (const { document, operation, path } of askedOperations) {
    if (document === "control") continue;
    expect([path, (await as(null)(operation.method, `/v1${path}`)).status]).toEqual([path, 401]);
  }
  expect((await ask("POST", "/v1/account-balance/withdraw", { value: 1_000 })).status).toBe(201);
  expect((await ask("POST", "/account-balance/withdraw", { value: 1_000 })).status).toBe(409);
});

it("the fee is simulated for a given value, as the withdrawal says, and for what there is", async ({ sandbox }) => {
  await using negative = await startCheckedSandbox({ fixture: "negative-balance" });
  const fee = async ({ ask }: typeof sandbox, query = "") =>
    (await ask("GET", `/account-balance/withdraw-fee${query}`)).at("data");
  await sandbox.account.settings({ withdrawalFee: 350, minimumWithdrawal: 500 });
  const terms = { fee: 350, minimum: 500, realMinimum: 850 };
  expect(await fee(sandbox, "?value=20000")).toEqual({ ...terms, value: 20_000, netValue: 19_650 });
  expect(await fee(sandbox, "?value=150")).toEqual({ ...terms, value: 150, netValue: -200 });
  expect((await sandbox.account.initiate(20_000)).at("data")).toMatchObject({ fee: 350, netValue: 19_650 });
  expect(await negative.account.balance()).toBeLessThan(0);
  expect(await fee(negative)).toMatchObject({ value: 0, netValue: -200 });
});
