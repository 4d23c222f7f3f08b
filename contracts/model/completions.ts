import { everything, isObject, type JsonObject } from "../judge/json.ts";
import { type Arrival, type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";
import { says } from "./deliveries.ts";
import { isOdd } from "./occurrences.ts";
import type { Hook } from "./webhooks.ts";
import type { Confirmation } from "./withdrawals.ts";

/** A withdrawal whose code was accepted, and what was seen of its payment. */
export interface Completion {
  readonly account: string;
  readonly confirmation: Call;
  /** Deliveries of `withdraw.completed` about it, by webhook; none where it cannot be told about which they are. */
  readonly told: readonly { readonly hook: Hook; readonly first: Arrival }[];
  /** What the histories show of other withdrawals only: identifiers. */
  readonly others: ReadonlySet<string>;
  /** The webhooks that were there before, and have selected it. */
  readonly listeners: readonly Hook[];
  /** When the history first showed an endToEndId or `CONFIRMED`; a super admin's approval may bring `CONFIRMED` as well. */
  readonly shownAt: number | undefined;
  /** The last reading of the history that showed neither. */
  readonly unpaidAt: number | undefined;
}

export function completionsIn(
  trace: readonly TraceEntry[],
  hooks: readonly Hook[],
  confirmations: readonly Confirmation[],
): readonly Completion[] {
  const histories = trace
    .filter((entry) => entry.kind === "call")
    .filter((call) => call.operationId === "listWithdrawals" && call.credential === "own" && isSuccess(call));
  const confirmed = confirmations.filter(({ accepted, state }) => accepted && state === "open");
  return confirmed.flatMap(({ call, withdrawal }) => {
    if (withdrawal === undefined) return [];
    const { account } = call;
    const isAlone = confirmed.filter((one) => one.call.account === account).length === 1;
    const listeners = hooks.filter(
      (hook) =>
        hook.account === account &&
        hook.creation.answeredAt < call.askedAt &&
        hook.events.includes("withdraw.completed") &&
        !isOdd(hook, hooks),
    );
    const others = otherIds(
      histories.filter((one) => one.account === account),
      withdrawal.id,
    );
    const told = listeners.flatMap((hook) =>
      hook.deliveries
        .filter(
          ({ event, isOfEvent, first }) =>
            isOfEvent && event === "withdraw.completed" && first.at >= call.askedAt - 1_000,
        )
        .filter(({ first }) => says(first.json, withdrawal.id) || (isAlone && !saysAny(first.json, others)))
        .map(({ first }) => ({ hook, first })),
    );
    const shown = histories
      .filter((history) => history.account === account && history.askedAt >= call.answeredAt)
      .map((history) => ({ history, isPaid: showsPayment(history, withdrawal.id, withdrawal.state === "in-review") }));
    return [
      {
        account,
        confirmation: call,
        told,
        others,
        listeners,
        shownAt: shown.find(({ isPaid }) => isPaid === true)?.history.answeredAt,
        unpaidAt: shown.findLast(({ isPaid }) => isPaid === false)?.history.askedAt,
      },
    ];
  });
}

/** Ids that the histories show, and no request of the run has made: automatic withdrawals, or those of others. */
export function automaticIn(
  trace: readonly TraceEntry[],
  made: ReadonlySet<string>,
  since: number,
): readonly JsonObject[] {
  const calls = trace.filter((entry) => entry.kind === "call");
  const histories = calls.filter((call) => call.operationId === "listWithdrawals" && isSuccess(call));
  const last = histories.findLast(({ askedAt }) => askedAt > since);
  const before = histories.findLast(({ askedAt }) => askedAt <= since);
  const old = new Set(recordsOf(before).flatMap(idsOf));
  return recordsOf(last).filter((record) => idsOf(record).every((id) => !old.has(id) && !made.has(id)));
}

export function saysAny(body: unknown, ids: ReadonlySet<string>): boolean {
  return [...everything(body)].some(({ value }) => ids.has(String(value)));
}

/** Texts of at least eight characters, with digits and no dates, that one record of another withdrawal has alone. */
function otherIds(histories: readonly Call[], id: string): ReadonlySet<string> {
  const records = recordsOf(histories.at(-1));
  const texts = records.map((record) => new Set([...everything(record)].map(({ value }) => String(value))));
  const others = texts.filter((one) => !one.has(id)).flatMap((one) => [...one].filter(isIdentifier));
  return new Set(others.filter((text) => texts.filter((one) => one.has(text)).length === 1));
}

function isIdentifier(text: string): boolean {
  return /^\S{8,}$/.test(text) && /\d/.test(text) && !/^\d{4}-\d\d-\d\dT/.test(text);
}

function recordsOf(call: Call | undefined): readonly JsonObject[] {
  const lists = [...everything(call?.response?.json)].map(({ value }) => value).filter(Array.isArray);
  return lists.map((list) => list.filter(isObject)).toSorted((a, b) => b.length - a.length)[0] ?? [];
}

/** Texts without spaces of which each record has others. */
function idsOf(record: JsonObject): readonly string[] {
  const named = Object.entries(record).filter(([name]) => /id$|ref|withdraw/i.test(name) && name !== "endToEndId");
  return named.map(([, value]) => String(value));
}

/** Undefined where the history does not have it. */
function showsPayment({ response }: Call, id: string, isReviewed: boolean): boolean | undefined {
  const records = [...everything(response?.json)].map(({ value }) => value).filter(isObject);
  const record = records.findLast((one) => Object.values(one).some((value) => String(value) === id));
  if (record === undefined) return undefined;
  const isIdentified = typeof record.endToEndId === "string" && record.endToEndId !== "";
  return isIdentified || (record.status === "CONFIRMED" && !isReviewed);
}
