import { actsIn } from "../trace/find.ts";
import { startOf } from "../trace/order.ts";
import type { Arrival, TraceEntry } from "../trace/trace.ts";
import { type HistoryReading, recordOf } from "./history.ts";
import type { Identities } from "./identity.ts";
import { isOdd } from "./occurrences.ts";
import type { Hook } from "./webhooks.ts";
import type { Cancellation, Confirmation } from "./withdrawals.ts";

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

interface Traced {
  readonly trace: readonly TraceEntry[];
  readonly hooks: readonly Hook[];
  readonly histories: readonly HistoryReading[];
  readonly identities: Identities;
}

/** Returns the completions of the withdrawals that the run has confirmed. */
export function completionsIn(traced: Traced, confirmations: readonly Confirmation[]): readonly Completion[] {
  const events = eventsIn(traced);
  const confirmed = confirmations.filter(({ accepted, state }) => accepted && state === "open");
  return confirmed.flatMap(({ call, withdrawal }) => {
    if (withdrawal === undefined) return [];
    const completion = completionOf(withdrawal.id, call, withdrawal.state === "in-review", traced, events);
    // Where nothing else was paid, it needs no name to be told of.
    const isAlone = confirmed.filter((one) => one.call.account === call.account).length === 1;
    const isOnly = isAlone && actsIn(traced.trace, "daily-withdrawal").length === 0;
    if (!isOnly || completion.told.length > 0) return [completion];
    return [{ ...completion, told: completion.unclear, unclear: [] }];
  });
}

/** What webhooks were told of withdrawals that were cancelled, and of nothing else. */
export function toldOfCancelled(traced: Traced, cancellations: readonly Cancellation[]) {
  const events = eventsIn(traced);
  return cancellations.flatMap(({ accepted, state, call, withdrawal }) => {
    if (!accepted || state !== "open" || withdrawal === undefined) return [];
    const { id, account } = withdrawal;
    const told = events.filter(({ hook, whose }) => hook.account === account && whose.size === 1 && whose.has(id));
    return told.map(({ first }) => ({ id, by: call, first }));
  });
}

/** Returns those of the automatic ones that the run had made: which the history lists since, and no request has made. */
export function automaticCompletions(traced: Traced, made: ReadonlySet<string>): readonly Completion[] {
  return actsIn(traced.trace, "daily-withdrawal").flatMap((act) => {
    const histories = traced.histories.filter(({ account }) => account === act.account);
    const before = histories.findLast(({ call }) => call.answeredAt <= startOf(act));
    const old = namesIn(before, act.account, traced);
    const added = [...namesIn(histories.at(-1), act.account, traced)].filter(
      (name) => !old.has(name) && !made.has(name),
    );
    return before === undefined ? [] : added.map((name) => completionOf(name, act, false, traced, eventsIn(traced)));
  });
}

/** What each webhook was told of payments, and of which withdrawals that says it is. */
function eventsIn({ hooks, identities }: Traced) {
  return hooks.flatMap((hook) =>
    hook.deliveries
      .filter(({ event, isOfEvent }) => isOfEvent && event === "withdraw.completed")
      .map(({ first }) => ({ hook, first, whose: identities.toldIn(hook.account, first.json) })),
  );
}

function completionOf(
  id: string,
  begun: TraceEntry,
  isReviewed: boolean,
  { hooks, histories, identities }: Traced,
  events: ReturnType<typeof eventsIn>,
): Completion {
  const { account } = begun;
  const since = startOf(begun);
  const listeners = hooks.filter(
    (hook) =>
      hook.account === account &&
      hook.creation.answeredAt < since &&
      hook.events.includes("withdraw.completed") &&
      !isOdd(hook, hooks),
  );
  const later = events.filter(({ hook, first }) => listeners.includes(hook) && first.at >= since - 1_000);
  const names = identities.namesOf(account, id);
  const begunAt = begun.kind === "call" ? begun.answeredAt : since;
  const shown = histories
    .filter((reading) => reading.account === account && reading.call.askedAt >= begunAt)
    .map((reading) => ({ call: reading.call, ...shownIn(reading, names, isReviewed) }));
  return {
    account,
    id,
    begun,
    listeners,
    told: later.filter(({ whose }) => [...whose].some((one) => names.has(one) || one === id)),
    unclear: later.filter(({ whose }) => whose.size === 0),
    shownAt: shown.find(({ isPaid }) => isPaid)?.call.answeredAt,
    unpaidAt: shown.findLast(({ isListed, isSent }) => isListed && !isSent)?.call.askedAt,
  };
}

function namesIn(history: HistoryReading | undefined, account: string, { identities }: Traced): ReadonlySet<string> {
  return new Set(history?.records.flatMap((record) => [...identities.toldIn(account, record)]));
}

/** An endToEndId says that a payment was sent, and not yet that it was confirmed. */
function shownIn(reading: HistoryReading, names: ReadonlySet<string>, isReviewed: boolean) {
  const record = [...names].map((id) => recordOf(reading, { id })).find((one) => one !== undefined);
  if (record === undefined) return { isListed: false, isSent: false, isPaid: false };
  const isConfirmed = record.status === "CONFIRMED";
  const isIdentified = typeof record.endToEndId === "string" && record.endToEndId !== "";
  return {
    isListed: true,
    isSent: isIdentified || (isConfirmed && !isReviewed),
    isPaid: isConfirmed && (isIdentified || !isReviewed),
  };
}
