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
    "GET /account-balance/withdrawals": () =>
      page("withdrawals", company.shownRecords(), choices.paging, { path, query, choices, wire }),
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
    return choices.logForm === "columns, rows"
      ? wire.success("logs", table(log))
      : page("logs", log, choices.logPage, { path, query, choices, wire });
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

/** A page of a list, and where the next one is. */
function page(
  resource: string,
  records: readonly Members[],
  paging: Choices["paging"] | Choices["logPage"],
  { path, query, choices, wire }: { path: string; query: URLSearchParams; choices: Choices; wire: Wire },
): Answer {
  const [first = "", form = ""] = paging.split(", ");
  if (first === "none") return list(resource, records, choices, wire);
  const size = Number(first);
  const asked = Number(query.get({ pages: "page", silent: "offset" }[form] ?? "cursor") ?? 0);
  const from = form === "pages" ? (Math.max(asked, 1) - 1) * size : asked;
  const end = Math.max(0, from || 0) + size;
  const isMore = end < records.length;
  const next = `${path}?cursor=${end}`;
  const told: Readonly<Record<string, Members>> = {
    cursor: { hasMore: isMore, cursor: isMore ? String(end) : null },
    pages: { pages: Math.ceil(records.length / size), total: records.length, page: end / size },
    next: { next: isMore ? next : null },
  };
  const answer = list(resource, records.slice(end - size, end), choices, wire, told[form]);
  if (form !== "Link" || !isMore) return answer;
  return { ...answer, headers: { ...answer.headers, Link: `<${next}>; rel="next"` } };
}
