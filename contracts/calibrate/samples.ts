import type { Description } from "../judge/description.ts";
import { valuesIn } from "../judge/json.ts";
import type { SeenDelivery } from "../model/deliveries.ts";
import { isAlike } from "../model/other-outcomes.ts";
import type { NamedCall } from "../model/outcomes.ts";
import type { Seen } from "../model/seen.ts";
import { testDeliveries } from "../model/test-deliveries.ts";
import type { SeenWithdrawal } from "../model/withdrawals.ts";
import type { Known } from "../profile/meaning.ts";
import { callsOf, memberCalled } from "../trace/find.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";
import { unchecked } from "./requests.ts";
import type { Sample } from "./sample.ts";

/** Returns the bodies of responses by operation and outcome, joined by a blank. */
export function responseSamples(seen: Seen, description: Description): ReadonlyMap<string, readonly Sample[]> {
  const told = new Records(seen);
  const others = new Set(unchecked(seen, description).map(({ call }) => call));
  const calls = [...seen.named, ...absent(seen)].filter(
    ({ call, taken }) => taken === undefined && call.response !== undefined && !others.has(call),
  );
  const grouped = Map.groupBy(calls, ({ call, outcome }) => `${call.operationId ?? ""} ${outcome}`);
  return new Map([...grouped].map(([key, same]) => [key, same.map((named) => told.sample(named))]));
}

/** Returns the bodies of notifications by event; what tests deliver is under `webhook.test`. */
export function eventSamples(seen: Seen): ReadonlyMap<string, readonly Sample[]> {
  const told = new Records(seen);
  const tests = testDeliveries(seen.trace, seen.hooks);
  const deliveries = seen.hooks.flatMap((hook) => hook.deliveries);
  const eventOf = (delivery: SeenDelivery) => (tests.has(delivery) ? "webhook.test" : String(delivery.event));
  const sample = ({ first: { json: body } }: SeenDelivery) => {
    return { body, text: "", type: undefined, status: undefined, known: told.ofBody(body), records: [] };
  };
  return new Map([...Map.groupBy(deliveries, eventOf)].map(([event, same]) => [event, same.map(sample)]));
}

/** Without parameters; a body that the target gives no type that fits has the usual one. */
function mediaType(headers: Readonly<Record<string, string>>, json: unknown): string {
  const [type = ""] = (headers["content-type"] ?? "").toLowerCase().split(";");
  const isJson = /^application\/([\w.-]+\+)?json$/.test(type);
  if (json !== undefined) return isJson ? type : "application/json";
  return /^text\/[\w.-]+$/.test(type) ? type : "text/plain";
}

/** A list that the target does not have: it answers as it does to an unknown path, or to another method. */
function absent({ named, trace }: Seen): readonly NamedCall[] {
  const unknown = named.filter(({ outcome }) => outcome === "route-unknown" || outcome === "method-not-allowed");
  return Object.entries(lists).flatMap(([operationId, outcome]) => {
    const calls = callsOf(trace, operationId).filter(({ credential }) => credential === "own");
    const isAbsent = calls.every(
      (call) =>
        [404, 405, 501].includes(call.response?.status ?? 0) || unknown.some((other) => isAlike(other.call, call)),
    );
    return isAbsent ? calls.map((call) => ({ call, outcome })) : [];
  });
}

const lists = { listWebhooks: "webhooks-listed", listWebhookEvents: "webhook-events-listed" };

/** What a run knows of its withdrawals, webhooks and charges. */
class Records {
  readonly #seen: Seen;
  readonly #balances: readonly Call[];
  readonly #withdrawals: readonly Known[];
  readonly #webhooks: readonly Known[];
  readonly #outside: readonly Known[];

  constructor(seen: Seen) {
    this.#seen = seen;
    this.#balances = callsOf(seen.trace, "getBalance");
    this.#withdrawals = seen.withdrawals.map(ofWithdrawal);
    this.#webhooks = seen.hooks.map(({ url, name, events, creation, id, secret, secretTexts }) => {
      const only = secretTexts.length === 1 ? secretTexts[0] : undefined;
      const createdAt = new Date(creation.answeredAt);
      return known({ url, name, events, active: true, createdAt, webhookId: id, secret: secret ?? only });
    });
    this.#outside = seen.trace.flatMap(ofAct);
  }

  sample({ call, outcome }: NamedCall): Sample {
    const { status = 0, json, text = "", headers = {} } = call.response ?? {};
    const records = outcome === "withdrawals-listed" ? this.#withdrawalsIn(call) : this.#webhooksAt(call);
    const body = { body: json, text: json === undefined ? text : "", type: mediaType(headers, json) };
    return { ...body, status, records, known: this.#knownOf(call, outcome) };
  }

  /** By an id that the body has. */
  ofBody(body: unknown): Known {
    const text = JSON.stringify(body);
    const all = [...this.#withdrawals, ...this.#outside, ...this.#webhooks];
    const own = all.find((record) =>
      ids.some((id) => record.has(id) && text?.includes(JSON.stringify(record.get(id)))),
    );
    return own ?? new Map();
  }

  #knownOf(call: Call, outcome: string): Known {
    const { members, id } = call.request;
    const { initiations, confirmations, resends, cancellations } = this.#seen;
    const about = [...initiations, ...confirmations, ...resends, ...cancellations].find((one) => one.call === call);
    const withdrawal =
      outcome === "withdrawal-already-open" && about && "open" in about ? about.open[0] : about?.withdrawal;
    const hook = this.#webhooks.find((record) => record.get("url") === members.url);
    const balance = this.#balanceBefore(call);
    const [, asked] = /[?&]value=(\d+)/.exec(call.request.path) ?? [];
    return new Map([
      ...known({ ...members, webhookId: id, balance }),
      ...(withdrawal === undefined ? [] : ofWithdrawal(withdrawal)),
      ...(hook ?? []),
      ...(call.operationId === "simulateWithdrawalFee"
        ? known({ value: asked === undefined ? allOf(balance, call) : Number(asked) })
        : []),
    ]);
  }

  /** With the states that they are shown in, by the sandbox's names. */
  #withdrawalsIn(call: Call): readonly Known[] {
    const shown = this.#seen.shownStates.filter((state) => state.call === call);
    return this.#seen.withdrawals.map((withdrawal) => {
      const done = shown.find((state) => state.withdrawal === withdrawal)?.done ?? "";
      return new Map([...ofWithdrawal(withdrawal), ...known({ status: statesDone[done] })]);
    });
  }

  #webhooksAt(call: Call): readonly Known[] {
    return this.#webhooks.map((record, at) => {
      const hook = this.#seen.hooks[at];
      const failed = hook?.deliveries.find(
        ({ attempts }) => attempts.length >= 5 && (attempts[4]?.at ?? 0) < call.askedAt,
      );
      // It may have been reactivated since.
      return failed === undefined ? record : new Map([...record].filter(([name]) => name !== "active"));
    });
  }

  #balanceBefore({ askedAt, account }: Call): unknown {
    const read = this.#balances.findLast((other) => other.answeredAt <= askedAt && other.account === account);
    return memberCalled(read?.response?.json, "balance");
  }
}

/** Without a value the target may simulate another one than all that is there. */
function allOf(balance: unknown, { response }: Call): unknown {
  return valuesIn(response?.json).includes(balance) ? balance : undefined;
}

/** What the sandbox calls a withdrawal to which this was done last. */
const statesDone: Readonly<Record<string, string>> = {
  nothing: "CREATED",
  cancelled: "CANCELLED",
  declined: "CANCELLED",
};

const ids = ["withdrawId", "chargeId", "subscriptionId", "webhookId"];

function ofWithdrawal({ id, valueCents, initiation }: SeenWithdrawal): Known {
  return known({ withdrawId: id, value: valueCents, createdAt: new Date(initiation.answeredAt), origin: "MANUAL" });
}

/** Returns what was asked for of a charge that was made, and its id. */
function ofAct(entry: TraceEntry): readonly Known[] {
  if (entry.kind !== "act") return [];
  const { given, result } = entry;
  return "chargeId" in result || "subscriptionId" in result ? [known({ ...given, ...result })] : [];
}

function known(values: Readonly<Record<string, unknown>>): Known {
  return new Map(Object.entries(values).filter(([, value]) => value !== undefined));
}
