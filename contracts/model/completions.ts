import { actsIn } from "../trace/find.ts";
import { startOf } from "../trace/order.ts";
import { MAX_LIST_LAG_MS } from "../trace/pages.ts";
import type { Arrival, TraceEntry } from "../trace/trace.ts";
import { bodySays } from "./deliveries.ts";
import type { HistoryReading } from "./history.ts";
import { isOdd, listeners } from "./occurrences.ts";
import { type Shown, shownIn } from "./payments.ts";
import type { Seen } from "./seen.ts";
import type { Hook } from "./webhooks.ts";

export interface Told {
  readonly hook: Hook;
  readonly first: Arrival;
}

/** A withdrawal that was paid or may be, and what was seen of its payment. */
export interface Completion {
  readonly account: string;
  /** The name under which the withdrawal is known. */
  readonly id: string;
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

/** Returns the completions of the withdrawals that the run has confirmed. */
export function completionsIn(seen: Seen): readonly Completion[] {
  return seen.payments.map(({ withdrawal, confirmation: { call }, isReviewed, isOnly, shown }) => {
    const completion = completionOf(withdrawal.id, call, shown, isReviewed, seen);
    if (!isOnly || completion.told.length > 0) return completion;
    return { ...completion, told: completion.unclear, unclear: [] };
  });
}

/** What webhooks were told of withdrawals that were cancelled, and of nothing else. */
export function toldOfCancelled(seen: Seen) {
  const events = eventsIn(seen);
  return seen.cancellations.flatMap(({ accepted, state, call, withdrawal }) => {
    if (!accepted || state !== "open" || withdrawal === undefined) return [];
    const { id, account } = withdrawal;
    const told = events.filter(({ hook, whose }) => hook.account === account && whose.size === 1 && whose.has(id));
    return told.map(({ first }) => ({ id, by: call, first }));
  });
}

/** Returns those of the automatic ones that the run had made: which the history lists since, and no request has made. */
export function automaticCompletions(seen: Seen, made: ReadonlySet<string>): readonly Completion[] {
  return actsIn(seen.trace, "daily-withdrawal").flatMap((act) => {
    const histories = seen.histories.filter(({ account }) => account === act.account);
    const before = histories.findLast(({ call }) => call.answeredAt <= startOf(act));
    const old = namesIn(before, act.account, seen);
    const added = [...namesIn(histories.at(-1), act.account, seen)].filter((name) => !old.has(name) && !made.has(name));
    const later = histories.filter(({ call }) => call.askedAt >= startOf(act));
    const shown = (id: string) => later.flatMap((reading) => shownIn(reading, { id }));
    return before === undefined ? [] : added.map((id) => completionOf(id, act, shown(id), false, seen));
  });
}

/** What each webhook was told of payments, and of which withdrawals that says it is. */
function eventsIn({ hooks, identities }: Seen) {
  return hooks.flatMap((hook) =>
    hook.deliveries
      .filter(({ event, isOfEvent }) => isOfEvent && event === "withdraw.completed")
      .map(({ first }) => ({ hook, first, whose: identities.toldIn(hook.account, first.json) })),
  );
}

function completionOf(
  id: string,
  begun: TraceEntry,
  shown: readonly Shown[],
  isReviewed: boolean,
  seen: Seen,
): Completion {
  const { account } = begun;
  const since = startOf(begun);
  const { hooks, identities } = seen;
  const there = listeners("withdraw.completed", account, since, hooks).filter((hook) => !isOdd(hook, hooks));
  const later = eventsIn(seen).filter(({ hook, first }) => there.includes(hook) && first.at >= since - 1_000);
  const names = identities.namesOf(account, id);
  return {
    account,
    id,
    begun,
    listeners: there,
    told: later.filter(({ whose }) => [...whose].some((one) => names.has(one) || one === id)),
    unclear: later.filter(({ whose }) => whose.size === 0),
    shownAt: shown.find((one) => isConfirmed(one) && (isSent(one) || !isReviewed))?.at,
    unpaidAt: shown.findLast((one) => !isSent(one) && (isReviewed || !isConfirmed(one)) && !mayBeBehind(one, begun))
      ?.reading.call.askedAt,
  };
}

/** Right after the code a list says something only with the status that the code got. */
function mayBeBehind({ status, reading }: Shown, begun: TraceEntry): boolean {
  if (begun.kind !== "call" || reading.call.askedAt >= begun.answeredAt + MAX_LIST_LAG_MS) return false;
  return !bodySays(begun.response?.json, String(status));
}

function namesIn(history: HistoryReading | undefined, account: string, { identities }: Seen): ReadonlySet<string> {
  return new Set(history?.records.flatMap((record) => [...identities.toldIn(account, record)]));
}

/** An endToEndId says that a payment was sent, and not yet that it was confirmed. */
function isSent({ endToEndId }: Shown): boolean {
  return typeof endToEndId === "string";
}

function isConfirmed({ status }: Shown): boolean {
  return status === "CONFIRMED";
}
