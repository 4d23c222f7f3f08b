import { actsIn, memberCalled, openNamedIn, ownCallsOf } from "../trace/find.ts";
import { isSuccess } from "../trace/trace.ts";
import { around } from "./around.ts";
import { isTaken } from "./balances.ts";
import { says } from "./history.ts";
import type { Seen } from "./seen.ts";
import { settingsFor } from "./settings.ts";
import type { Initiation, SeenWithdrawal } from "./withdrawals.ts";

type Call = Initiation["call"];

/** What a rejection calls the open withdrawal instead, if the history calls it so, too, and does not know its own name. */
export function otherName(id: string, { initiations, histories, isBefore }: Seen) {
  for (const { open, call, rejected } of initiations) {
    if (!rejected || open.length !== 1 || open[0]?.id !== id) continue;
    const named = memberCalled(call.response?.json, "withdrawId");
    if (typeof named !== "string" || named === id) continue;
    const history = histories.find((one) => one.account === call.account && isBefore(call, one.call));
    const knows = (text: string) => history?.records.some((record) => says(record, text));
    if (history !== undefined && knows(named) && !knows(id)) return { id: named, shown: [call, history.call] };
  }
  return undefined;
}

/** Initiations of a plain value while another withdrawal is open, for which there is money. */
export function secondInitiations(seen: Seen): readonly Initiation[] {
  return seen.initiations.filter(
    ({ call, open, value, accepted }) =>
      open.some((one) => Number.isInteger(value) && Number(value) >= one.valueCents) &&
      call.response !== undefined &&
      call.response.status !== 429 &&
      (accepted ? open.some((one) => wasOpen(one, call, seen)) : hasMoney(call, Number(value), seen)),
  );
}

/** A target may give up one whose code has expired: then nothing about it is accepted any more. */
function wasOpen(
  one: SeenWithdrawal,
  call: Call,
  { life, resends, confirmations, cancellations, isBefore }: Seen,
): boolean {
  const code = one.codes.findLast(({ sentBefore }) => sentBefore <= call.askedAt);
  if (code !== undefined && call.askedAt - code.sentBefore < life.atMostMs) return true;
  const later = [...resends, ...confirmations, ...cancellations].filter(({ withdrawal }) => withdrawal === one);
  return later.some((request) => request.accepted && isBefore(call, request.call));
}

/**
 * Unknown after a daily withdrawal, until the balance is read again: one that the run has not made shows in the next reading.
 * Where requests may be missing, only readings before and after show that there was money.
 */
function hasMoney(call: Call, value: number, { balances, trace, isBefore, isPartial }: Seen): boolean {
  const { before: last, after } = around(balances, call, isBefore);
  const isEmptied = actsIn(trace, "daily-withdrawal").some(
    (act) => act.account === call.account && isBefore(act, call) && (last === undefined || isBefore(last.call, act)),
  );
  if (isEmptied) return false;
  const unread = isPartial ? 0 : Number.POSITIVE_INFINITY;
  return [last, after[0]].every((one) => (one?.available ?? unread) >= value) && !isTaken(last, after[0], value);
}

/** Initiations while nothing is open or under way, of a value that was accepted before. */
export function freshInitiations(seen: Seen) {
  return seen.initiations.flatMap((one) => {
    const { call, open, value } = one;
    const earlier = seen.withdrawals.filter(
      ({ account, initiation }) => account === call.account && seen.isBefore(initiation, call),
    );
    const previous = earlier.at(-1);
    const settings = settingsText(call, seen);
    const isUsual = earlier.some(({ valueCents, initiation }) => {
      return valueCents === value && settingsText(initiation, seen) === settings;
    });
    const unpaid = seen.payments.filter(({ paidBy }) => paidBy === undefined || !seen.isBefore(paidBy, call));
    const isUnderWay = unpaid.some(({ withdrawal }) => earlier.includes(withdrawal));
    const isClear = open.length === 0 && !isUnderWay && isUsual && hasMoney(call, Number(value), seen);
    return previous !== undefined && isClear && !isStanding(one, earlier, seen) ? [{ ...one, previous }] : [];
  });
}

/**
 * Whether another withdrawal may have stood in the way: one of others on the same account, or one of the run, for until when
 * it counts as open is not shown. That one must give way after a while, unless what was answered next does not tell.
 */
function isStanding({ call }: Initiation, earlier: readonly SeenWithdrawal[], { whole, isBefore }: Seen): boolean {
  const named = openNamedIn(call);
  if (!earlier.some(({ id }) => id === String(named))) return named !== undefined;
  const { value } = call.request.members;
  const later = ownCallsOf(whole, "initiateWithdrawal").find((one) => {
    const isOther = one.request.members.value === value && one.response?.status !== 409;
    return one.account === call.account && isBefore(call, one) && (isSuccess(one) || isOther);
  });
  return later !== undefined && later.askedAt <= call.answeredAt + MAX_STANDING_MS;
}

const MAX_STANDING_MS = 5 * 60_000;

/** Another fee may raise the floor. */
function settingsText(call: Call, seen: Seen): string {
  return JSON.stringify(settingsFor(call, seen));
}
