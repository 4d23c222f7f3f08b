import { setTimeout as sleep } from "node:timers/promises";
import { type CodeSource, NoCode } from "../../../contracts/target/codes/code-source.ts";
import { type Capability, capabilities } from "../../../contracts/target/driver/capability.ts";
import type { Driver } from "../../../contracts/target/driver/driver.ts";
import type { Choices } from "./choices.ts";
import { Company } from "./company.ts";
import { type Asked, Server } from "./server.ts";
import { type Routes, Webhooks } from "./webhooks.ts";
import { type Answer, Wire } from "./wire.ts";

interface Account {
  readonly company: Company;
  readonly webhooks: Webhooks;
}

type Given = Readonly<Record<string, unknown>>;

export const apiKey = "pk/9fA+2bQ=";
export const otherKey = "pk/Zx0+81w=";

/** A deployment of the interface with these choices, in this process, and the world around it. */
export class Member implements AsyncDisposable {
  readonly url: string;
  readonly #server: Server;
  readonly #accounts: ReadonlyMap<string, Account>;
  readonly #traffic: NodeJS.Timeout | undefined;

  private constructor(url: string, server: Server, accounts: ReadonlyMap<string, Account>, choices: Choices) {
    this.url = url;
    this.#server = server;
    this.#accounts = accounts;
    if (choices.traffic !== "none") this.#traffic = setInterval(() => this.#trade(choices), 17_000);
  }

  static async start(choices: Choices, seed: number, routes: Routes): Promise<Member> {
    const wire = new Wire(choices);
    const accountOf = (): Account => {
      const webhooks = new Webhooks(choices, wire, routes);
      return { webhooks, company: new Company(choices, wire, webhooks.tell) };
    };
    const accounts = new Map([apiKey, otherKey].map((key) => [key, accountOf()]));
    const operate = (asked: Asked) => {
      const account = accounts.get(asked.apiKey ?? "");
      return account === undefined ? undefined : operated(asked, account, choices, wire);
    };
    const server = new Server({ choices, wire, seed, operate, isKey: (key) => accounts.has(key) });
    return new Member(await server.listen(), server, accounts, choices);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#traffic);
    await this.#server[Symbol.asyncDispose]();
  }

  /** The mailbox of the responsible person. */
  readonly codes: CodeSource = {
    read: async ({ withdrawId, known }, signal) => {
      for (let passedMs = 0; passedMs < 30_000; passedMs += 500) {
        const mails = [...this.#accounts.values()].flatMap(({ company }) => company.mails);
        const own = mails.filter((mail) => mail.withdrawId === withdrawId && mail.comesAt <= Date.now());
        const newest = own.at(-1)?.code;
        if (newest !== undefined && !known.includes(newest)) return { code: newest, to: responsible, responsible };
        await sleep(500, undefined, { signal });
      }
      throw new NoCode("no new mail came within 30 s", true);
    },
  };

  /** What only the outside world can do, at the first company. */
  get driver(): Driver {
    const { company, webhooks } = this.#own;
    const { reserve } = company;
    const acts: Readonly<Partial<Record<Capability, (given: Given) => unknown>>> = {
      "make-charge": ({ total, externalId, customer }) => ({
        chargeId: reserve.charge(Number(total), externalId, customer),
      }),
      "pay-charge": ({ chargeId }) => reserve.pay(String(chargeId)),
      "expire-charge": ({ chargeId }) => reserve.expire(String(chargeId)),
      "dispute-charge": ({ chargeId }) => reserve.dispute(String(chargeId)),
      "authorize-subscription": () => ({ subscriptionId: reserve.subscription("subscription.authorized") }),
      "reject-subscription": () => ({ subscriptionId: reserve.subscription("subscription.rejected") }),
      "charge-subscription": ({ subscriptionId }) =>
        reserve.subscription("subscription.charge.paid", String(subscriptionId)),
      "fail-subscription": ({ subscriptionId }) =>
        reserve.subscription("subscription.charge.failed", String(subscriptionId)),
      "approve-withdrawal": ({ withdrawId }) => company.review(withdrawId, true),
      "decline-withdrawal": ({ withdrawId }) => company.review(withdrawId, false),
      "daily-withdrawal": () => company.payOutDaily(),
      "reactivate-webhook": ({ webhookId }) => webhooks.reactivate(String(webhookId)),
      "change-settings": (given) => set(company, given),
      "other-key": () => ({ apiKey: otherKey }),
    };
    const act = async (name: Capability, given: Given): Promise<Given> => {
      const result = acts[name]?.(given);
      return typeof result === "object" && result !== null ? { ...result } : {};
    };
    return { capabilities: new Set(capabilities.filter((name) => name in acts)), act };
  }

  get #own(): Account {
    const own = this.#accounts.get(apiKey);
    if (own === undefined) throw new Error("the first company is missing");
    return own;
  }

  /** What others do on the account. */
  #trade({ traffic }: Choices): void {
    const { reserve } = this.#own.company;
    const chargeId = reserve.charge(999, "loja-7", {
      id: "cus_7",
      name: "Zoë",
      email: "zoe@acme.dev",
      phone: "+5511911112222",
    });
    reserve.pay(chargeId);
    if (traffic === "charges and chargebacks") reserve.dispute(chargeId);
  }
}

async function operated(
  { method, path, query, body }: Asked,
  { company, webhooks }: Account,
  choices: Choices,
  wire: Wire,
) {
  const { withdrawId } = body;
  const operations: Readonly<Record<string, () => Answer>> = {
    "GET /account-balance": () => wire.balance(company.reserve.balance()),
    "POST /account-balance/withdraw": () => company.initiate(body.value),
    "GET /account-balance/withdraw-fee": () => company.fee(query.get("value")),
    "POST /account-balance/withdraw/confirm": () => company.confirm(withdrawId, body.otpCode),
    "POST /account-balance/withdraw/resend-otp": () => company.resend(withdrawId),
    "POST /account-balance/withdraw/cancel": () => company.cancel(withdrawId),
    "GET /account-balance/withdrawals": () => page(company.records(), query, choices, wire),
    "POST /webhook": () => webhooks.create(body),
    "GET /webhook/events": () => wire.success("events", webhooks.eventList()),
    [`GET ${choices.webhookList}`]: () => list("webhooks", webhooks.list(), choices, wire),
  };
  const operation = operations[`${method} ${path}`];
  if (operation !== undefined) return operation();
  const [, id = "", action] = /^\/webhook\/([^/]+)(\/\w+)?$/.exec(path) ?? [];
  const log = method === "GET" && action === "/logs" ? webhooks.log(decodeURIComponent(id)) : undefined;
  if (method === "GET" && action === "/logs")
    return log === undefined ? wire.refusal("unknownId") : list("logs", log, choices, wire);
  if (method === "POST" && action === "/test") return webhooks.test(decodeURIComponent(id));
  const isChange = /^(PUT|PATCH|DELETE)$/.test(method) && id !== "" && action === undefined;
  return isChange ? wire.refusal("webhookChange") : undefined;
}

type Listed = readonly Given[];

function list(resource: string, items: Listed, { listForm }: Choices, wire: Wire, more: Given = {}): Answer {
  const forms = {
    array: items,
    items: { items, ...more },
    "by name, with a total": { [resource]: items, total: items.length, ...more },
    "records, page": { records: items, page: { number: 1, ...more } },
  };
  return wire.success(resource, forms[listForm]);
}

/** A page of the history, and where the next one is. */
function page(records: Listed, query: URLSearchParams, choices: Choices, wire: Wire): Answer {
  const { paging } = choices;
  if (paging === "none") return list("withdrawals", records, choices, wire);
  const size = Number.parseInt(paging, 10);
  const from = paging === "10, pages" ? (Number(query.get("page") ?? 1) - 1) * size : Number(query.get("cursor") ?? 0);
  const end = Math.max(0, from || 0) + size;
  const shown = records.slice(end - size, end);
  const isMore = end < records.length;
  const next = `/account-balance/withdrawals?cursor=${end}`;
  const forms = {
    "20, cursor": { hasMore: isMore, cursor: isMore ? String(end) : null },
    "10, pages": { pages: Math.ceil(records.length / size), total: records.length, page: end / size },
    "20, Link": {},
    "100, next": { next: isMore ? next : null },
  };
  const answer = list("withdrawals", shown, choices, wire, forms[paging]);
  return paging === "20, Link" && isMore
    ? { ...answer, headers: { ...answer.headers, Link: `<${next}>; rel="next"` } }
    : answer;
}

/** Settings as the suite calls them. */
function set(company: Company, given: Given): void {
  const { settings, reserve } = company;
  if (typeof given.withdrawalFee === "number") settings.fee = given.withdrawalFee;
  if (typeof given.minimumWithdrawal === "number") settings.minimum = given.minimumWithdrawal;
  if (typeof given.manualApproval === "boolean") settings.isManual = given.manualApproval;
  if (given.retention === undefined) return;
  const { percent = 0, holdFor = "PT0S" } = (given.retention ?? {}) as { percent?: number; holdFor?: string };
  const [, count = "0", unit = "S"] = /^PT(\d+)([SMH])$/.exec(holdFor) ?? [];
  reserve.retention = percent;
  reserve.holdMs = Number(count) * { S: 1_000, M: 60_000, H: 3_600_000 }[unit as "S" | "M" | "H"];
}

const responsible = "financeiro@pagaluz.dev";
