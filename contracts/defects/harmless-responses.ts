import { allowed, type HarmlessChange, replacing } from "./defect.ts";
import { responding } from "./interface-change.ts";

const isBalance = 'operationId === "getBalance"';
const commands = "/^(initiateWithdrawal|confirmWithdrawal|resendOtp|cancelWithdrawal)$/.test(operationId)";

/** Renames members wherever they stand, but in the balance, whose members are documented. */
function renaming(id: string, why: string, names: Readonly<Record<string, string>>): HarmlessChange {
  const rename = `const names: any = ${JSON.stringify(names)};
    const renamed = (value: any): any => Array.isArray(value) ? value.map(renamed)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).map(([name, own]) => [names[name] ?? name, renamed(own)]))
        : value;
    if (!(${isBalance}) || isRejected) body = renamed(body);`;
  return { id: `harmless-${id}`, why, ...responding(rename) };
}

/** What the document leaves open about statuses and bodies of responses. */
export const harmlessResponses: readonly HarmlessChange[] = [
  ...allowed("The status of a success is not shown.", responding, {
    "creations-with-200": "if (status < 300) status = 200;",
    "successes-with-201": "if (status < 300 && !(operationId === 'getBalance')) status = 201;",
    "successes-with-202": `if (status < 300 && ${commands}) status = 202;`,
  }),
  ...allowed("What a resend and a cancellation answer is not shown.", responding, {
    "resend-and-cancellation-without-content":
      "if (status < 300 && /^(resendOtp|cancelWithdrawal)$/.test(operationId)) { status = 204; body = undefined; }",
    "resend-and-cancellation-with-empty-object":
      "if (status < 300 && /^(resendOtp|cancelWithdrawal)$/.test(operationId)) body = {};",
  }),
  ...allowed("What a test answers is not shown.", responding, {
    "test-without-content": 'if (status < 300 && operationId === "testWebhook") { status = 204; body = undefined; }',
  }),
  ...[400, 403, 404, 410, 422, 423, 429].flatMap((code) =>
    allowed("Only the status of a second initiation is shown.", responding, {
      [`rejections-with-${code}`]: `if (isRejected && outcome !== "withdrawal-already-open") status = ${code};`,
    }),
  ),
  ...allowed("A rejection may have the status of a second initiation.", responding, {
    "rejections-with-409": "if (isRejected) status = 409;",
  }),
  ...allowed("Bodies of rejections are not shown, but for the withdrawId of the second initiation.", responding, {
    "rejections-without-body": 'if (isRejected && outcome !== "withdrawal-already-open") body = {};',
  }),
  ...allowed("The shape of an error's body is not shown.", responding, {
    "rejection-in-an-error-object": "if (isRejected) body = { error: { code: outcome, ...body.data } };",
    "rejection-in-a-list-of-errors": "if (isRejected) body = { errors: [{ code: outcome, meta: body.data }] };",
    "rejection-as-problem": 'if (isRejected) body = { type: "about:blank", title: outcome, status, ...body.data };',
  }),
  ...allowed("Only the balance is shown with an envelope.", responding, {
    "bare-bodies": `if (!(${isBalance})) body = body.data ?? body;`,
    "lists-are-bare": `if (isList) body = listed;`,
    "another-envelope": `if (!(${isBalance})) body = { success: !isRejected, result: body.data ?? body };`,
    "envelope-in-an-envelope": `if (!(${isBalance})) body = { response: { payload: { item: body.data ?? body } } };`,
  }),
  ...allowed("Pages are not shown.", responding, {
    "lists-with-pages":
      "if (isList) body = { items: listed, page: { number: 1, size: 500, total: listed.length, next: null } };",
  }),
  ...allowed("No text is shown.", responding, {
    "other-texts": 'if (body && "message" in body) body.message = "Pedido processado.";',
    "empty-texts": 'if (body && "message" in body) body.message = "";',
  }),
  ...allowed("A response may say more than is shown.", responding, {
    "extra-members": `const more = (value: any): any => Array.isArray(value) ? value.map(more)
      : typeof value === "object" && value !== null
        ? { ...Object.fromEntries(Object.entries(value).map(([name, own]) => [name, more(own)])), extra: "more", links: [{ rel: "self" }], version: 3 }
        : value;
    body = more(body);`,
  }),
  ...allowed("The members of a JSON object have no order.", responding, {
    "other-order-of-members": `const turned = (value: any): any => Array.isArray(value) ? value.map(turned)
      : typeof value === "object" && value !== null
        ? Object.fromEntries(Object.entries(value).reverse().map(([name, own]) => [name, turned(own)])) : value;
    body = turned(body);`,
  }),
  ...allowed("The endToEndId is there when available; before, it may be null.", responding, {
    "null-instead-of-absent": `if (operationId === "listWithdrawals" && !isRejected)
      for (const one of listed) one.endToEndId ??= null;`,
  }),
  ...allowed(
    "Members of initiate, confirm, resend and cancel beyond withdrawId and status are not shown.",
    responding,
    {
      "only-documented-members": `if (${commands} && !isRejected) {
      const { withdrawId, status: own } = body.data;
      body = { data: operationId === "confirmWithdrawal" ? { status: own } : { withdrawId } };
    }`,
    },
  ),
  ...allowed("The order of the history is not shown.", responding, {
    "history-in-other-order": `if (operationId === "listWithdrawals" && !isRejected)
      listed.reverse();`,
  }),
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
  ...allowed("The form of a webhook's id is not shown; it stands in the path.", responding, {
    "webhook-id-is-a-number":
      'if (operationId === "createWebhook" && !isRejected) body.data = { ...body.data, ordinal: 17, shortId: "w-17" };',
  }),
  ...allowed("Other members may hold amounts as text.", responding, {
    "history-amounts-as-text-beside": `if (operationId === "listWithdrawals" && !isRejected)
      for (const one of listed) one.display = "R$ " + (one.value / 100).toFixed(2);`,
  }),
  ...allowed("The list of event names may stand in any shape.", responding, {
    "events-as-objects":
      'if (operationId === "listWebhookEvents" && !isRejected) body = { data: listed.map((name: string) => ({ event: name, description: `Fires for ${name}.` })) };',
    "events-as-map":
      'if (operationId === "listWebhookEvents" && !isRejected) body = Object.fromEntries(listed.map((name: string) => [name, { selectable: true }]));',
    "events-in-groups": `if (operationId === "listWebhookEvents" && !isRejected)
      body = { groups: Object.entries(Object.groupBy(listed, (name: any) => name.split(".")[0])).map(([title, items]) => ({ title, items: items?.map((id) => ({ id })) })) };`,
  }),
  ...allowed("The list is the current one, so it may have more names.", responding, {
    "more-events-in-other-order":
      'if (operationId === "listWebhookEvents" && !isRejected) body.data = ["invoice.created", ...listed.toReversed(), "withdraw.failed"];',
  }),
  ...allowed("A log entry records a delivery's outcome.", responding, {
    "log-with-one-entry-for-a-delivery": `if (operationId === "listWebhookLogs" && !isRejected)
      body.data = [...new Map(listed.toReversed().map((one: any) => [one.deliveryId, one])).values()];`,
  }),
  ...allowed("How success and failure are told is not shown.", responding, {
    "log-in-order-with-words": `if (operationId === "listWebhookLogs" && !isRejected)
      { listed.reverse(); for (const one of listed) { one.success = one.outcome === "SUCCESS"; delete one.outcome; } }`,
  }),
  ...allowed("The unit of the duration is not shown.", responding, {
    "log-in-seconds": `if (operationId === "listWebhookLogs" && !isRejected)
      for (const one of listed) { one.elapsedSeconds = one.durationMs / 1000; delete one.durationMs; }`,
  }),
  ...allowed("Only success or failure, status and duration of a delivery are shown.", responding, {
    "log-without-deliveries-ids": `if (operationId === "listWebhookLogs" && !isRejected)
      body = listed.map(({ outcome, httpStatus, durationMs }: any) => ({ ok: outcome === "SUCCESS", code: httpStatus, ms: durationMs }));`,
  }),
  ...allowed("The members of the simulation are not shown.", responding, {
    "fee-only-two-numbers":
      'if (operationId === "simulateWithdrawalFee" && !isRejected) body = { cost: body.data.fee, payout: body.data.netValue };',
  }),
  ...allowed(
    "The status for a missing key is not shown.",
    replacing("src/http/reply/reply.ts", "return reply.code(status)"),
    {
      "unauthorized-with-403": 'return reply.code(request.outcome === "unauthorized" ? 403 : status)',
    },
  ),
  ...allowed("Headers of responses are not shown.", replacing("src/http/reply/reply.ts", "return reply.code(status)"), {
    "extra-headers":
      'return reply.header("x-request-id", "r-1").header("retry-after", "1").header("set-cookie", "a=b").header("x-ratelimit-remaining", "3").code(status)',
  }),
  ...allowed(
    "Responses are JSON; the parameters of the media type are not shown.",
    replacing("src/http/reply/reply.ts", 'reply.header("content-type", contentType);'),
    {
      "other-json-type":
        'reply.header("content-type", contentType.replace("application/json", "application/vnd.acme+json"));',
    },
  ),
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
