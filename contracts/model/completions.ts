import { isObject, valuesIn } from "../judge/json.ts";
import { type Arrival, type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";
import { type Identities, recordsIn } from "./identity.ts";
import { isOdd } from "./occurrences.ts";
import type { Hook } from "./webhooks.ts";
import type { Confirmation } from "./withdrawals.ts";

export interface Told {
  readonly hook: Hook;
  readonly first: Arrival;
}

/** A withdrawal that was paid or may be, and what was seen of its payment. */
export interface Completion {
  readonly account: string;
  /** What has begun it: the right code, or the act after which it was first listed. */
  readonly begun: TraceEntry;
  /** Deliveries of `withdraw.completed` about it, by webhook. */
  readonly told: readonly Told[];
  /** Those that came since and do not say of which withdrawal they are. */
  readonly unclear: readonly Told[];
  /** The webhooks that were there before, and have selected it. */
  readonly listeners: readonly Hook[];
  /** When the history first showed that it was paid; a super admin's approval may bring `CONFIRMED` as well. */
  readonly shownAt: number | undefined;
  /** The last reading of the history that showed neither that nor an endToEndId. */
  readonly unpaidAt: number | undefined;
}

interface Traced {
  readonly trace: readonly TraceEntry[];
  readonly hooks: readonly Hook[];
  readonly identities: Identities;
}

/** Of the withdrawals that the run has confirmed. */
export function completionsIn(traced: Traced, confirmations: readonly Confirmation[]): readonly Completion[] {
  const confirmed = confirmations.filter(({ accepted, state }) => accepted && state === "open");
  return confirmed.flatMap(({ call, withdrawal }) => {
    if (withdrawal === undefined) return [];
    const completion = completionOf(withdrawal.id, call, withdrawal.state === "in-review", traced);
    // Where nothing else was paid, it needs no name to be told of.
    const isAlone = confirmed.filter((one) => one.call.account === call.account).length === 1;
    const isOnly = isAlone && !traced.trace.some((one) => one.kind === "act" && one.capability === "daily-withdrawal");
    if (!isOnly || completion.told.length > 0) return [completion];
    return [{ ...completion, told: completion.unclear, unclear: [] }];
  });
}

/** Of the automatic ones that the run had made: those that the history lists since, and no request has made. */
export function automaticCompletions(traced: Traced, made: ReadonlySet<string>): readonly Completion[] {
  const acts = traced.trace.filter((entry) => entry.kind === "act" && entry.capability === "daily-withdrawal");
  return acts.flatMap((act) => {
    const histories = historiesOf(act.account, traced.trace);
    const before = histories.findLast(({ answeredAt }) => answeredAt <= at(act));
    const old = namesIn(before, act.account, traced);
    const added = [...namesIn(histories.at(-1), act.account, traced)].filter(
      (name) => !old.has(name) && !made.has(name),
    );
    return before === undefined ? [] : added.map((name) => completionOf(name, act, false, traced));
  });
}

function completionOf(
  id: string,
  begun: TraceEntry,
  isReviewed: boolean,
  { trace, hooks, identities }: Traced,
): Completion {
  const { account } = begun;
  const since = begun.kind === "call" ? begun.askedAt : at(begun);
  const listeners = hooks.filter(
    (hook) =>
      hook.account === account &&
      hook.creation.answeredAt < since &&
      hook.events.includes("withdraw.completed") &&
      !isOdd(hook, hooks),
  );
  const later = listeners.flatMap((hook) =>
    hook.deliveries
      .filter(({ event, isOfEvent, first }) => isOfEvent && event === "withdraw.completed" && first.at >= since - 1_000)
      .map(({ first }) => ({ hook, first, whose: identities.toldIn(account, first.json) })),
  );
  const names = identities.namesOf(account, id);
  const shown = historiesOf(account, trace)
    .filter(({ askedAt }) => askedAt >= (begun.kind === "call" ? begun.answeredAt : at(begun)))
    .map((history) => ({ history, ...shownIn(history, names, isReviewed) }));
  return {
    account,
    begun,
    listeners,
    told: later.filter(({ whose }) => [...whose].some((one) => names.has(one) || one === id)),
    unclear: later.filter(({ whose }) => whose.size === 0),
    shownAt: shown.find(({ isPaid }) => isPaid)?.history.answeredAt,
    unpaidAt: shown.findLast(({ isListed, isSent }) => isListed && !isSent)?.history.askedAt,
  };
}

function historiesOf(account: string, trace: readonly TraceEntry[]): readonly Call[] {
  return trace
    .filter((entry) => entry.kind === "call")
    .filter((call) => call.operationId === "listWithdrawals" && call.credential === "own" && isSuccess(call))
    .filter((call) => call.account === account);
}

function namesIn(history: Call | undefined, account: string, { identities }: Traced): ReadonlySet<string> {
  return new Set(recordsIn(history?.response?.json).flatMap((record) => [...identities.toldIn(account, record)]));
}

/** An endToEndId says that a payment was sent, and not yet that it was confirmed. */
function shownIn({ response }: Call, names: ReadonlySet<string>, isReviewed: boolean) {
  const record = recordsIn(response?.json).find((one) => valuesIn(one).some((value) => names.has(String(value))));
  if (!isObject(record)) return { isListed: false, isSent: false, isPaid: false };
  const isConfirmed = record.status === "CONFIRMED";
  const isIdentified = typeof record.endToEndId === "string" && record.endToEndId !== "";
  return {
    isListed: true,
    isSent: isIdentified || (isConfirmed && !isReviewed),
    isPaid: isConfirmed && (isIdentified || !isReviewed),
  };
}

function at(entry: TraceEntry): number {
  return entry.kind === "act" ? entry.startedAt : entry.kind === "call" ? entry.askedAt : entry.at;
}
