import { isDeepStrictEqual } from "node:util";
import type { Answer } from "../../../src/client/answer.ts";
import type { Ask } from "../../../src/client/connection.ts";
import type { WorldEvent } from "../../../src/domain/event.ts";
import { balances } from "../../../src/domain/testing/audited-world.ts";
import { Auditor } from "../../../src/domain/testing/auditor.ts";
import type { Told } from "../../../src/domain/testing/told.ts";
import { isRow, numberOf, type Row, rowsOf } from "../../rules/json-reading.ts";
import { Asks, nameOf } from "./asks.ts";
import { paidMark } from "./moves.ts";

/** Events that were read before and are read once more, to see whether they have changed. */
const overlap = 200;
const pageOf = 1_000;
/** A company's charges are compared from the newest on, unless all are. */
const newest = 200;

/** What is known of a world from outside: its history as it was read, and what clients were answered. */
export class KnownWorld {
  readonly name: string;
  /** The key of one of its companies. */
  readonly apiKey: string;
  readonly auditor = new Auditor();
  readonly asks = new Asks();
  /** Requests that were not heard, and turned out to be kept. */
  kept = 0;
  /** The history reaches at least to here: a client was told so. */
  reached = 0;
  readonly #streamed = new Map<number, Told>();

  constructor(name: string, apiKey: string) {
    this.name = name;
    this.apiKey = apiKey;
  }

  /** Reads on in the history, with `whole` all of it anew; tells what breaks a rule, has changed, is lost or too much. */
  async read(ask: Ask, whole: boolean): Promise<string[]> {
    const before = this.auditor.position;
    const facts: string[] = [];
    const fresh: Told[] = [];
    let last = whole ? 0 : Math.max(0, before - overlap);
    for (let next: unknown = last; typeof next === "number"; ) {
      const page = await ask("GET", `/sandbox/events?after=${next}&limit=${pageOf}`);
      last = Math.max(last, numberOf(page, "horizon"));
      for (const row of rowsOf(page, "events")) {
        const position = Number(row.position);
        if (position !== last + 1) facts.push(`${position} follows ${last} in the history`);
        last = position;
        const told = toldOf(row);
        if (position > before) fresh.push(told);
        const known = position > before ? this.#streamed.get(position) : this.auditor.history[position - 1];
        if (known !== undefined && !isDeepStrictEqual(told, known)) {
          facts.push(`the event at ${position} is ${JSON.stringify(told)} and was ${JSON.stringify(known)}`);
        }
      }
      next = page.at("next");
    }
    if (last < this.reached) facts.push(`the history ends at ${last}, and ${this.reached} was told`);
    this.#streamed.clear();
    try {
      this.auditor.read(fresh);
    } catch (error) {
      facts.push(error instanceof Error ? error.message : String(error));
    }
    // No client has asked for what a world begins with.
    if (before > 0) facts.push(...this.#settle(fresh));
    return facts.map((fact) => `${this.name}: ${fact}`);
  }

  /** Follows the history until the server is gone; what is seen must be in it for ever. */
  async follow(url: string): Promise<string[]> {
    try {
      const after = `after=${this.auditor.position}`;
      const headers = { "x-api-key": this.apiKey };
      const response = await fetch(`${url}/sandbox/events/stream?${after}`, { headers });
      let text = "";
      for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
        const blocks = (text + part).split("\n\n");
        text = blocks.pop() ?? "";
        for (const block of blocks) {
          const [, position, data = ""] = /^id: (\d+)\n.*\ndata: (.*)$/.exec(block) ?? [];
          if (position === undefined) continue;
          this.#streamed.set(Number(position), toldOf(JSON.parse(data)));
          this.reached = Math.max(this.reached, Number(position));
        }
      }
    } catch {
      // It was killed.
    }
    return [];
  }

  /** What a company shows that its history does not lead to. Between two reads, withdrawals may be settled and holds released. */
  async compare(ask: Ask, whole: boolean): Promise<string[]> {
    const { world, bookmarks } = this.auditor;
    const [company, ledger, withdrawals, webhooks, marks, charges] = await Promise.all([
      ask("GET", "/sandbox/company"),
      ask("GET", "/sandbox/ledger?limit=1"),
      ask("GET", "/account-balance/withdrawals"),
      ask("GET", "/sandbox/webhooks"),
      ask("GET", "/sandbox/bookmarks"),
      whole ? everyRow(ask, "charges", "chargeId") : rows(ask("GET", `/sandbox/charges?limit=${newest}`), "charges"),
    ]);
    const companyId = company.text("companyId");
    const own = <T extends { readonly companyId: string }>(things: ReadonlyMap<string, T>): T[] =>
      [...things.values()].filter((thing) => thing.companyId === companyId);
    const isSettled = (status: unknown) => (status === "CONFIRMED" ? "APPROVED" : status);
    const { available, reserved, customers } = balances(world, companyId);
    const account = (name: string) => numberOf(ledger, `accounts.${name}`);
    const shown = (thing: Row, ...names: string[]) => JSON.stringify(names.map((name) => thing[name]));
    const open = own(world.withdrawals).find(({ status }) => status === "CREATED");
    const attempts = open && (await ask("GET", `/sandbox/withdrawals/${open.withdrawId}`)).at("attemptsLeft");
    return [
      ...differences("company", [company.text("name")], [world.companies.get(companyId)?.profile.name ?? ""]),
      ...differences(
        "balance",
        [`${account("available") + account("reserved")} of ${account("customers")}`],
        [`${available + reserved} of ${customers}`],
      ),
      ...differences(
        "charge",
        charges.map((one) => shown(one, "chargeId", "total", "paymentStatus", "reversal")),
        own(world.charges)
          .slice(whole ? 0 : -newest)
          .map(({ chargeId, total, paymentStatus, reversal }) =>
            JSON.stringify([chargeId, total, paymentStatus, reversal]),
          ),
      ),
      ...differences(
        "withdrawal",
        rowsOf(withdrawals, "data").map((one) => `${one.withdrawId} ${one.value} ${isSettled(one.status)}`),
        own(world.withdrawals).map((one) => `${one.withdrawId} ${one.value} ${isSettled(one.status)}`),
      ),
      ...differences("wrong code", [`${attempts ?? 5} left`], [`${5 - (open?.otp?.wrongAttempts ?? 0)} left`]),
      ...differences(
        "webhook",
        rowsOf(webhooks, "webhooks").map((one) => shown(one, "webhookId", "name", "active")),
        own(world.webhooks)
          .filter(({ deleted }) => !deleted)
          .map(({ webhookId, name, active }) => JSON.stringify([webhookId, name, active])),
      ),
      ...differences(
        "bookmark",
        rowsOf(marks, "bookmarks").map(({ name, position }) => `${name} at ${position}`),
        [...bookmarks].map(([name, { position }]) => `${name} at ${position}`),
      ),
    ].map((fact) => `${this.name}: ${fact}`);
  }

  #settle(fresh: readonly Told[]): readonly string[] {
    for (const [i, { event }] of fresh.entries()) {
      // A charge that is paid from the beginning was asked for once.
      const cause = event.type === "ChargePaid" ? fresh[i - 2]?.event : undefined;
      if (cause?.type === "ChargeCreated" && cause.externalId?.endsWith(paidMark) === true) continue;
      const named = nameOf(event);
      if (named !== null) this.asks.saw(named.name, named.id);
    }
    const settled = this.asks.settle();
    this.kept += settled.kept;
    return settled.facts;
  }
}

/** All rows of a list that has pages. */
export async function everyRow(ask: Ask, list: string, id: string): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (let after = ""; ; ) {
    const page = rowsOf(await ask("GET", `/sandbox/${list}?limit=${pageOf}${after}`), list);
    rows.push(...page);
    if (page.length < pageOf) return rows;
    after = `&after=${page.at(-1)?.[id]}`;
  }
}

async function rows(answer: Promise<Answer>, list: string): Promise<readonly Row[]> {
  return rowsOf(await answer, list);
}

function differences(kind: string, seen: readonly string[], expected: readonly string[]): string[] {
  const missing = expected.filter((one) => !seen.includes(one)).map((one) => `the ${kind} ${one} is lost`);
  const wrong = seen.filter((one) => !expected.includes(one)).map((one) => `the ${kind} ${one} is not in the history`);
  return [...missing, ...wrong, ...(new Set(seen).size === seen.length ? [] : [`a ${kind} is there twice`])];
}

/** An event as the sandbox has it, of one as it shows it: instants are texts there. */
function toldOf(row: Row): Told {
  const { at, type, data } = row;
  return { at: Date.parse(String(at)), event: { type, ...Object(withInstants("", data)) } as WorldEvent };
}

function withInstants(name: string, value: unknown): unknown {
  if (typeof value === "string") return name.endsWith("At") ? Date.parse(value) : value;
  if (Array.isArray(value)) return value.map((item) => withInstants("", item));
  if (!isRow(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withInstants(key, item)]));
}
