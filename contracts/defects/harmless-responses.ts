import { allowed, type HarmlessChange, replacing } from "./defect.ts";
import { responding } from "./interface-change.ts";

const isBalance = 'operationId === "getBalance"';

/** What the document leaves open about responses, and no deployment of the family has as a choice (test/deployment/family). */
export const harmlessResponses: readonly HarmlessChange[] = [
  ...allowed("What a resend and a cancellation answer is not shown.", responding, {
    "resend-and-cancellation-with-empty-object":
      "if (status < 300 && /^(resendOtp|cancelWithdrawal)$/.test(operationId)) body = {};",
  }),
  ...allowed("Bodies of rejections are not shown, but for the withdrawId of the second initiation.", responding, {
    "rejections-without-body": 'if (isRejected && outcome !== "withdrawal-already-open") body = {};',
  }),
  ...allowed("Only the balance is shown with an envelope.", responding, {
    "envelope-in-an-envelope": `if (!(${isBalance})) body = { response: { payload: { item: body.data ?? body } } };`,
  }),
  ...allowed("A response may say more than is shown.", responding, {
    "extra-members": `const more = (value: any): any => Array.isArray(value) ? value.map(more)
      : typeof value === "object" && value !== null
        ? { ...Object.fromEntries(Object.entries(value).map(([name, own]) => [name, more(own)])), extra: "more", links: [{ rel: "self" }], version: 3 }
        : value;
    body = more(body);`,
  }),
  ...allowed("The form of a webhook's id is not shown; it stands in the path.", responding, {
    "webhook-id-is-a-number":
      'if (operationId === "createWebhook" && !isRejected) body.data = { ...body.data, ordinal: 17, shortId: "w-17" };',
  }),
  ...allowed("The list is the current one, so it may have more names.", responding, {
    "more-events-in-other-order":
      'if (operationId === "listWebhookEvents" && !isRejected) body.data = ["invoice.created", ...listed.toReversed(), "withdraw.failed"];',
  }),
  ...allowed("Only success or failure, status and duration of a delivery are shown.", responding, {
    "log-without-deliveries-ids": `if (operationId === "listWebhookLogs" && !isRejected)
      body = listed.map(({ outcome, httpStatus, durationMs }: any) => ({ ok: outcome === "SUCCESS", code: httpStatus, ms: durationMs }));`,
  }),
  ...allowed("The members of the simulation are not shown.", responding, {
    "fee-only-two-numbers":
      'if (operationId === "simulateWithdrawalFee" && !isRejected) body = { cost: body.data.fee, payout: body.data.netValue };',
  }),
  ...allowed("Headers of responses are not shown.", replacing("src/http/reply/reply.ts", "return reply.code(status)"), {
    "extra-headers":
      'return reply.header("x-request-id", "r-1").header("retry-after", "1").header("set-cookie", "a=b").header("x-ratelimit-remaining", "3").code(status)',
  }),
  ...allowed("Others are paid on the same account at any time.", responding, {
    "money-comes-in":
      "if (" +
      isBalance +
      " && !isRejected) body.data.balance += 100 * (globalThis.readings = 1 + (globalThis.readings ?? 0));",
  }),
  ...allowed("The history has withdrawals that others have opened.", responding, {
    "others-withdraw-too": `if (operationId === "listWithdrawals" && !isRejected) {
      const { others, readings } = (globalThis.history ??= { others: [], readings: [] });
      const other = { status: "CONFIRMED", value: 8_125, fee: 200, netValue: 7_925, pixKey: "a@b.example", endToEndId: "E1" };
      if (readings.push(0) % 2 === 0)
        others.push({ withdrawId: "wdr_other" + others.length, ...other, createdAt: "2026-03-02T12:00:00.000Z" });
      listed.unshift(...others);
    }`,
  }),
];
