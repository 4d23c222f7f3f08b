import type { Choices } from "./choices.ts";
import type { Account } from "./member.ts";
import type { Asked } from "./server.ts";
import { eventNames, type Members } from "./shapes.ts";
import type { Answer, Wire } from "./wire.ts";

/** Answers an operation; undefined where there is no such path, or it does not take the method. */
export function operated({ method, path, query, body }: Asked, account: Account): Promise<Answer> | Answer | undefined {
  const { company, webhooks, choices, wire } = account;
  const { withdrawId } = body;
  const operations: Readonly<Record<string, () => Answer>> = {
    "GET /account-balance": () => wire.balance(company.shownBalance()),
    "POST /account-balance/withdraw": () => company.initiate(body.value),
    "GET /account-balance/withdraw-fee": () => company.fee(query.get("value")),
    "POST /account-balance/withdraw/confirm": () => company.confirm(withdrawId, body.otpCode),
    "POST /account-balance/withdraw/resend-otp": () => company.resend(withdrawId),
    "POST /account-balance/withdraw/cancel": () => company.cancel(withdrawId),
    "GET /account-balance/withdrawals": () => page(company.shownRecords(), query, choices, wire),
    "POST /webhook": () => webhooks.create(body),
    "GET /webhook/events": () => wire.success("events", eventNames(choices)),
    [`GET ${choices.webhookList}`]: () => list("webhooks", webhooks.list(), choices, wire),
  };
  const operation = operations[`${method} ${path}`];
  if (operation !== undefined) return operation();
  const [, text = "", action = ""] = /^\/webhook\/([^/]+)(\/\w+)?$/.exec(path) ?? [];
  const id = decodeURIComponent(text);
  const log = webhooks.log(id);
  if (method === "GET" && action === "/logs") {
    if (log === undefined) return wire.refusal("unknownId");
    const shown = choices.logPage === "all" ? log : log.slice(0, 12);
    return choices.logForm === "columns, rows"
      ? wire.success("logs", table(shown))
      : list("logs", shown, choices, wire);
  }
  if (method === "POST" && action === "/test") return webhooks.test(id);
  const isChange = /^(PUT|PATCH|DELETE)$/.test(method) && id !== "" && action === "";
  return isChange ? wire.refusal("webhookChange") : undefined;
}

function list(
  resource: string,
  items: readonly Members[],
  { listForm }: Choices,
  wire: Wire,
  more: Members = {},
): Answer {
  const own = items.length === 0 && wire.hasNullLists ? null : items;
  const forms = {
    array: own,
    items: { items: own, ...more },
    "by name, with a total": { [resource]: own, total: items.length, ...more },
    "records, page": { records: own, page: { ...more, number: more.page ?? 1 } },
  };
  return wire.success(resource, forms[listForm]);
}

/** The names once, and then the values of each item. */
function table(items: readonly Members[]): Members {
  const columns = [...new Set(items.flatMap((item) => Object.keys(item)))];
  return { columns, rows: items.map((item) => columns.map((name) => item[name] ?? null)) };
}

/** A page of the history, and where the next one is. */
function page(records: readonly Members[], query: URLSearchParams, choices: Choices, wire: Wire): Answer {
  const { paging } = choices;
  if (paging === "none") return list("withdrawals", records, choices, wire);
  const size = Number.parseInt(paging, 10);
  const asked = Number(query.get({ "10, pages": "page", "12, silent": "offset" }[String(paging)] ?? "cursor") ?? 0);
  const from = paging === "10, pages" ? (Math.max(asked, 1) - 1) * size : asked;
  const end = Math.max(0, from || 0) + size;
  const isMore = end < records.length;
  const next = `/account-balance/withdrawals?cursor=${end}`;
  const told = {
    "20, cursor": { hasMore: isMore, cursor: isMore ? String(end) : null },
    "10, pages": { pages: Math.ceil(records.length / size), total: records.length, page: end / size },
    "20, Link": {},
    "12, silent": {},
    "100, next": { next: isMore ? next : null },
  };
  const answer = list("withdrawals", records.slice(end - size, end), choices, wire, told[paging]);
  if (paging !== "20, Link" || !isMore) return answer;
  return { ...answer, headers: { ...answer.headers, Link: `<${next}>; rel="next"` } };
}
