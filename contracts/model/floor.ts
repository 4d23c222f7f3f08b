import { everything } from "../judge/json.ts";
import { callsOf, isOfValue } from "../trace/find.ts";
import { type IsBefore, orderOf } from "../trace/order.ts";
import { isSuccess, type TraceEntry } from "../trace/trace.ts";
import type { Payment } from "./payments.ts";
import { type SeenSettings, settingsFor } from "./settings.ts";
import type { Initiation, WithdrawalRequests } from "./withdrawals.ts";

/** What initiations have shown of the least amount that an account can withdraw, under the same settings. */
export interface Floor {
  readonly account: string;
  readonly settings: SeenSettings;
  /** Initiations for which nothing but their value can have been a reason to reject them, by value. */
  readonly accepted: readonly Tried[];
  readonly rejected: readonly Tried[];
  /** Known once this was accepted and a cent less rejected. */
  readonly exact: number | undefined;
}

export interface Tried {
  readonly cents: number;
  readonly initiation: Initiation;
}

export function floorsIn(
  trace: readonly TraceEntry[],
  { initiations }: WithdrawalRequests,
  payments: readonly Payment[],
): readonly Floor[] {
  const isBefore = orderOf(trace);
  const tried = initiations
    .filter((one) => isAboutValue(one, payments, isBefore))
    .map((initiation) => {
      const { account } = initiation.call;
      return {
        cents: Number(initiation.value),
        initiation,
        account,
        settings: settingsFor(initiation.call, { trace, isBefore }),
      };
    });
  const groups = Map.groupBy(tried, ({ account, settings }) => JSON.stringify([account, settings]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const { account, settings } = first;
    const byValue = group.toSorted((a, b) => a.cents - b.cents);
    const accepted = byValue.filter(({ initiation }) => initiation.accepted);
    // More than was ever accepted may also be more than there is.
    const most = accepted.at(-1)?.cents ?? 0;
    const rejected = byValue.filter(({ cents, initiation }) => initiation.rejected && cents < most);
    const least = accepted[0]?.cents;
    const exact = rejected.some(({ cents }) => cents + 1 === least) ? least : undefined;
    return [{ account, settings, accepted, rejected, exact }];
  });
}

/**
 * Returns the fee, where simulations at different balances tell the same one: of three amounts of which the largest is the
 * sum, the smallest. The names of its fields are not shown.
 */
export function feeIn(trace: readonly TraceEntry[], account: string): number | undefined {
  const told = callsOf(trace, "simulateWithdrawalFee")
    .filter((call) => call.account === account && isSuccess(call))
    .map((call) => wholeNumbers(call.response?.json));
  const splits = told.map(splitsOf);
  const [first = []] = splits;
  const constant = first.filter(({ part }) => splits.every((those) => those.some((one) => one.part === part)));
  const varying = constant.filter(({ part, whole }) =>
    splits.some((those) => those.some((one) => one.part === part && one.whole !== whole)),
  );
  return varying.length === 0 ? undefined : Math.max(...varying.map(({ part }) => part));
}

/** The whole numbers of a body that may be amounts: a status is none. */
export function wholeNumbers(body: unknown): readonly number[] {
  return [...everything(body)].flatMap(({ place, value }) =>
    typeof value === "number" && Number.isInteger(value) && !/status|code/i.test(place.at(-1) ?? "") ? [value] : [],
  );
}

/** A fee is a small part of what it is taken from, so that nothing else can be meant. Without one both amounts are told. */
function splitsOf(numbers: readonly number[]): readonly { readonly part: number; readonly whole: number }[] {
  return numbers.flatMap((whole, at) => {
    const others = numbers.toSpliced(at, 1);
    const parts = others.filter((part) => part >= 0 && part * 10 < whole && others.includes(whole - part));
    return parts.map((part) => ({ part, whole }));
  });
}

function isAboutValue(initiation: Initiation, payments: readonly Payment[], isBefore: IsBefore): boolean {
  const { call, open, value, rejected, accepted } = initiation;
  const isUnsettled = payments.some(({ withdrawal, confirmation, paidBy }) => {
    const isEarlier = withdrawal.account === call.account && isBefore(confirmation.call, call);
    return isEarlier && (paidBy === undefined || !isBefore(paidBy, call));
  });
  const isRead = accepted || (rejected && isOfValue(call));
  return open.length === 0 && (accepted || !isUnsettled) && isRead && Number.isInteger(value) && Number(value) > 0;
}
