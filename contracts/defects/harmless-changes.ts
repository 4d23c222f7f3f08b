import { allowed, type HarmlessChange, replacing } from "./defect.ts";
import { harmlessBehaviours } from "./harmless-behaviours.ts";
import { responding, sending, telling } from "./interface-change.ts";

const isBalance = 'operationId === "getBalance"';

/** What a target may do otherwise that no choice of the family (test/deployment/family) shows. */
export const harmlessChanges: readonly HarmlessChange[] = [
  {
    id: "harmless-nothing",
    why: "What the sandbox does by itself is allowed.",
    file: "src/http/reply/reply.ts",
    find: "return reply.code(status)",
    replace: "return  reply.code(status)",
  },
  ...allowed("What a resend and a cancellation answer is not shown.", responding, {
    "resend-and-cancellation-with-empty-object":
      "if (status < 300 && /^(resendOtp|cancelWithdrawal)$/.test(operationId)) body = {};",
  }),
  ...allowed("Bodies of rejections are not shown, but for the withdrawId of the second initiation.", responding, {
    "rejections-without-body": 'if (isRejected && outcome !== "withdrawal-already-open") body = {};',
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
  ...allowed("The data of withdraw.completed is not shown.", telling, {
    "empty-data-of-withdrawals": 'if (name === "withdraw.completed") told.data = {};',
  }),
  ...allowed("The content of a test delivery is not shown.", telling, {
    "test-like-a-charge":
      'if (name === "webhook.test") told = { ...told, event: "charge.paid", data: { chargeId: "test", companyId: "c", paymentStatus: "PAID", total: 1000, externalId: null } };',
    "test-without-anything": 'if (name === "webhook.test") told = { hello: "world" };',
  }),
  ...allowed("A delivery may say more than is shown.", telling, {
    "extra-members-of-deliveries":
      'told = { id: "evt_1", apiVersion: "2026-01", ...told, data: { ...told.data, livemode: false } };',
  }),
  ...allowed("More headers are allowed.", sending, {
    "extra-delivery-headers":
      'headers["X-Webhook-Attempt"] = "1"; headers["X-Webhook-Id"] = "w1"; headers.traceparent = "00-1-1-00";',
  }),
  ...allowed("ISO 8601 allows an offset, and the header's is not said to be UTC.", sending, {
    "header-timestamp-with-offset":
      'headers["X-Webhook-Timestamp"] = new Date(request.sentAt - 10_800_000).toISOString().replace("Z", "-03:00");',
  }),
  ...harmlessBehaviours,
];
