import type { HarmlessChange } from "./defect.ts";
import { responding } from "./interface-change.ts";

const isBalance = 'operationId === "getBalance"';
const commands = "/^(initiateWithdrawal|confirmWithdrawal|resendOtp|cancelWithdrawal)$/.test(operationId)";

/** The balance and what is documented stay; the rest of the body is `code`'s. */
function body(id: string, why: string, code: string): HarmlessChange {
  return { id: `harmless-${id}`, why, ...responding(code) };
}

function status(id: string, why: string, code: string): HarmlessChange {
  return { id: `harmless-${id}`, why, ...responding(code) };
}

/** Renames members wherever they stand, but in the balance, whose members are documented. */
function renaming(id: string, why: string, names: Readonly<Record<string, string>>): HarmlessChange {
  const rename = `const names: any = ${JSON.stringify(names)};
    const renamed = (value: any): any => Array.isArray(value) ? value.map(renamed)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, own]) => [names[name] ?? name, renamed(own)]))
        : value;
    if (!(${isBalance}) || isRejected) body = renamed(body);`;
  return body(id, why, rename);
}

/** What the document leaves open about statuses and bodies of responses. */
export const harmlessResponses: readonly HarmlessChange[] = [
  status("creations-with-200", "The status of a success is not shown.", "if (status < 300) status = 200;"),
  status(
    "successes-with-201",
    "The status of a success is not shown.",
    "if (status < 300 && !(operationId === 'getBalance')) status = 201;",
  ),
  status(
    "successes-with-202",
    "The status of a success is not shown.",
    `if (status < 300 && ${commands}) status = 202;`,
  ),
  status(
    "resend-and-cancellation-without-content",
    "What a resend and a cancellation answer is not shown.",
    "if (status < 300 && /^(resendOtp|cancelWithdrawal)$/.test(operationId)) { status = 204; body = undefined; }",
  ),
  status(
    "resend-and-cancellation-with-empty-object",
    "What a resend and a cancellation answer is not shown.",
    "if (status < 300 && /^(resendOtp|cancelWithdrawal)$/.test(operationId)) body = {};",
  ),
  status(
    "test-without-content",
    "What a test answers is not shown.",
    'if (status < 300 && operationId === "testWebhook") { status = 204; body = undefined; }',
  ),
  ...[400, 403, 404, 410, 422, 423, 429].map((code) =>
    status(
      `rejections-with-${code}`,
      "Only the status of a second initiation is shown.",
      `if (isRejected && outcome !== "withdrawal-already-open") status = ${code};`,
    ),
  ),
  status(
    "rejections-with-409",
    "A rejection may have the status of a second initiation.",
    "if (isRejected) status = 409;",
  ),
  body(
    "rejections-without-body",
    "Bodies of rejections are not shown, but for the withdrawId of the second initiation.",
    'if (isRejected && outcome !== "withdrawal-already-open") body = {};',
  ),
  body(
    "rejection-in-an-error-object",
    "The shape of an error's body is not shown.",
    "if (isRejected) body = { error: { code: outcome, ...body.data } };",
  ),
  body(
    "rejection-in-a-list-of-errors",
    "The shape of an error's body is not shown.",
    "if (isRejected) body = { errors: [{ code: outcome, meta: body.data }] };",
  ),
  body(
    "rejection-as-problem",
    "The shape of an error's body is not shown.",
    'if (isRejected) body = { type: "about:blank", title: outcome, status, ...body.data };',
  ),
  body("bare-bodies", "Only the balance is shown with an envelope.", `if (!(${isBalance})) body = body.data ?? body;`),
  body("lists-are-bare", "Only the balance is shown with an envelope.", `if (isList) body = listed;`),
  body(
    "another-envelope",
    "Only the balance is shown with an envelope.",
    `if (!(${isBalance})) body = { success: !isRejected, result: body.data ?? body };`,
  ),
  body(
    "envelope-in-an-envelope",
    "Only the balance is shown with an envelope.",
    `if (!(${isBalance})) body = { response: { payload: { item: body.data ?? body } } };`,
  ),
  body(
    "lists-with-pages",
    "Pages are not shown.",
    "if (isList) body = { items: listed, page: { number: 1, size: 500, total: listed.length, next: null } };",
  ),
  body("other-texts", "No text is shown.", 'if (body && "message" in body) body.message = "Pedido processado.";'),
  body("empty-texts", "No text is shown.", 'if (body && "message" in body) body.message = "";'),
  body(
    "extra-members",
    "A response may say more than is shown.",
    `const more = (value: any): any => Array.isArray(value) ? value.map(more)
      : typeof value === "object" && value !== null
        ? { ...Object.fromEntries(Object.entries(value).map(([name, own]) => [name, more(own)])), extra: "more", links: [{ rel: "self" }], version: 3 }
        : value;
    body = more(body);`,
  ),
  body(
    "other-order-of-members",
    "The members of a JSON object have no order.",
    `const turned = (value: any): any => Array.isArray(value) ? value.map(turned)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).reverse().map(([name, own]) => [name, turned(own)])) : value;
    body = turned(body);`,
  ),
  body(
    "null-instead-of-absent",
    "The endToEndId is there when available; before, it may be null.",
    `if (operationId === "listWithdrawals" && !isRejected)
      for (const one of listed) one.endToEndId ??= null;`,
  ),
  body(
    "only-documented-members",
    "Members of initiate, confirm, resend and cancel beyond withdrawId and status are not shown.",
    `if (${commands} && !isRejected) {
      const { withdrawId, status: own } = body.data;
      body = { data: operationId === "confirmWithdrawal" ? { status: own } : { withdrawId } };
    }`,
  ),
  body(
    "history-in-other-order",
    "The order of the history is not shown.",
    `if (operationId === "listWithdrawals" && !isRejected)
      listed.reverse();`,
  ),
  renaming("history-with-snake-case", "Names of a withdrawal record but status and endToEndId are not shown.", {
    value: "amount_cents",
    pixKey: "pix_key",
    createdAt: "created_at",
    netValue: "net_amount",
    fee: "fee_cents",
    origin: "kind",
  }),
  renaming("records-in-portuguese", "Names of most members are not shown.", {
    value: "valor",
    fee: "taxa",
    netValue: "valorLiquido",
    minimum: "minimo",
    realMinimum: "minimoReal",
    pixKey: "chavePix",
    createdAt: "criadoEm",
    origin: "origem",
    outcome: "resultado",
    httpStatus: "codigoHttp",
    durationMs: "duracaoMs",
    attempt: "tentativa",
  }),
  renaming("webhook-with-other-names", "Names of a webhook record's members are not shown.", {
    webhookId: "id",
    secret: "signingKey",
    url: "endpoint",
    events: "subscriptions",
    name: "label",
    active: "enabled",
  }),
  body(
    "webhook-id-is-a-number",
    "The form of a webhook's id is not shown; it stands in the path.",
    'if (operationId === "createWebhook" && !isRejected) body.data = { ...body.data, ordinal: 17, shortId: "w-17" };',
  ),
  body(
    "history-amounts-as-text-beside",
    "Other members may hold amounts as text.",
    `if (operationId === "listWithdrawals" && !isRejected)
      for (const one of listed) one.display = "R$ " + (one.value / 100).toFixed(2);`,
  ),
  body(
    "events-as-objects",
    "The list of event names may stand in any shape.",
    'if (operationId === "listWebhookEvents" && !isRejected) body = { data: listed.map((name: string) => ({ event: name, description: `Fires for ${name}.` })) };',
  ),
  body(
    "events-as-map",
    "The list of event names may stand in any shape.",
    'if (operationId === "listWebhookEvents" && !isRejected) body = Object.fromEntries(listed.map((name: string) => [name, { selectable: true }]));',
  ),
  body(
    "events-in-groups",
    "The list of event names may stand in any shape.",
    `if (operationId === "listWebhookEvents" && !isRejected)
      body = { groups: Object.entries(Object.groupBy(listed, (name: any) => name.split(".")[0])).map(([title, items]) => ({ title, items: items?.map((id) => ({ id })) })) };`,
  ),
  body(
    "more-events-in-other-order",
    "The list is the current one, so it may have more names.",
    'if (operationId === "listWebhookEvents" && !isRejected) body.data = ["invoice.created", ...listed.toReversed(), "withdraw.failed"];',
  ),
  body(
    "log-with-one-entry-for-a-delivery",
    "A log entry records a delivery's outcome.",
    `if (operationId === "listWebhookLogs" && !isRejected)
      body.data = [...new Map(listed.toReversed().map((one: any) => [one.deliveryId, one])).values()];`,
  ),
  body(
    "log-in-order-with-words",
    "How success and failure are told is not shown.",
    `if (operationId === "listWebhookLogs" && !isRejected)
      { listed.reverse(); for (const one of listed) { one.success = one.outcome === "SUCCESS"; delete one.outcome; } }`,
  ),
  body(
    "log-in-seconds",
    "The unit of the duration is not shown.",
    `if (operationId === "listWebhookLogs" && !isRejected)
      for (const one of listed) { one.elapsedSeconds = one.durationMs / 1000; delete one.durationMs; }`,
  ),
  body(
    "log-without-deliveries-ids",
    "Only success or failure, status and duration of a delivery are shown.",
    `if (operationId === "listWebhookLogs" && !isRejected)
      body = listed.map(({ outcome, httpStatus, durationMs }: any) => ({ ok: outcome === "SUCCESS", code: httpStatus, ms: durationMs }));`,
  ),
  body(
    "fee-only-two-numbers",
    "The members of the simulation are not shown.",
    'if (operationId === "simulateWithdrawalFee" && !isRejected) body = { cost: body.data.fee, payout: body.data.netValue };',
  ),
  {
    id: "harmless-unauthorized-with-403",
    why: "The status for a missing key is not shown.",
    file: "src/http/reply/reply.ts",
    find: "return reply.code(status)",
    replace: 'return reply.code(view.type === "unauthorized" ? 403 : status)',
  },
  {
    id: "harmless-extra-headers",
    why: "Headers of responses are not shown.",
    file: "src/http/reply/reply.ts",
    find: "return reply.code(status)",
    replace:
      'return reply.header("x-request-id", "r-1").header("retry-after", "1").header("set-cookie", "a=b").header("x-ratelimit-remaining", "3").code(status)',
  },
  {
    id: "harmless-other-json-type",
    why: "Responses are JSON; the parameters of the media type are not shown.",
    file: "src/http/reply/reply.ts",
    find: 'reply.header("content-type", contentType);',
    replace: 'reply.header("content-type", contentType.replace("application/json", "application/vnd.acme+json"));',
  },
  body(
    "money-comes-in",
    "Others are paid on the same account at any time.",
    "if (" +
      isBalance +
      " && !isRejected) body.data.balance += 100 * (globalThis.readings = 1 + (globalThis.readings ?? 0));",
  ),
  body(
    "others-withdraw-too",
    "The history has withdrawals that others have opened.",
    `if (operationId === "listWithdrawals" && !isRejected) {
      const { others, readings } = (globalThis.history ??= { others: [], readings: [] });
      const other = { status: "CONFIRMED", value: 8_125, fee: 200, netValue: 7_925, pixKey: "a@b.example", endToEndId: "E1" };
      if (readings.push(0) % 2 === 0)
        others.push({ withdrawId: "wdr_other" + others.length, ...other, createdAt: "2026-03-02T12:00:00.000Z" });
      listed.unshift(...others);
    }`,
  ),
];
