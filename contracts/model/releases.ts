import { durationText } from "../judge/duration.ts";
import { actsIn, arrivalsIn, memberCalled } from "../trace/find.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";
import { type BalanceReading, type Bracket, brackets, type Hold, sumOf } from "./balances.ts";
import { bodySays } from "./deliveries.ts";
import type { Seen } from "./seen.ts";

export interface Release extends Bracket {
  readonly released: readonly Hold[];
}

/** Readings between which a hold left the list. */
export function releasesIn(balances: Seen["balances"]): readonly Release[] {
  return brackets(balances).flatMap(({ before, after }) => {
    const released = holdsBeyond(before, after);
    const isWhole = before.available !== undefined && before.reserved !== undefined && after.reserved !== undefined;
    return released.length > 0 && isWhole ? [{ before, after, released }] : [];
  });
}

/** Returns what one reading lists, and the other does not. A charge may have several holds, which come and go one by one. */
export function holdsBeyond({ holds }: BalanceReading, other: BalanceReading): readonly Hold[] {
  return [...Map.groupBy(holds, ({ chargeId }) => chargeId)].flatMap(([chargeId, own]) => {
    const others = other.holds.filter((one) => one.chargeId === chargeId);
    const beyond = own.filter((hold) => !others.some(({ releaseAt }) => releaseAt === hold.releaseAt));
    return beyond.toSorted((a, b) => a.releaseAt - b.releaseAt).slice(0, Math.max(0, own.length - others.length));
  });
}

/** Holds that a reading had not, and that were over by their `releaseAt` long before that reading. */
export function misdatedHolds(balances: Seen["balances"]): readonly (Bracket & { readonly hold: Hold })[] {
  return brackets(balances).flatMap(({ before, after }) => {
    const over = holdsBeyond(after, before).filter(({ releaseAt }) => releaseAt < before.call.askedAt - hourMs);
    return over.map((own) => ({ before, after, hold: own }));
  });
}

/**
 * Returns a release that counted in the balance before the hold's `releaseAt`, whichever clock that is of: ours, the one in the
 * target's answers, or the one in its webhook requests. Unless those show ours to be right, only one long before counts.
 */
export function earlyRelease({ balances, trace }: Seen): (Bracket & { readonly early: string }) | undefined {
  for (const { before, after, released } of releasesIn(balances)) {
    const isRaised = Number(after.available) - Number(before.available) >= sumOf(released);
    const sent = sentAheadMs(after, trace);
    const latest = after.call.answeredAt + aheadMs(after, sent);
    const leastMs = Math.abs(Math.max(...sent)) < nearMs ? surelyEarlyMs : earlyMs;
    const hold = released.find((one) => one.releaseAt - latest > leastMs && !isDisputed(one, after, trace));
    if (isRaised && hold !== undefined) {
      return { before, after, early: durationText(hold.releaseAt - latest) };
    }
  }
  return undefined;
}

/** By how much clocks of the target may be ahead of ours. Where it does not tell, they hardly are by more than this. */
function aheadMs({ call }: BalanceReading, sent: readonly number[]): number {
  const told = Date.parse(call.response?.headers.date ?? "") - call.answeredAt;
  // A clock that is far away, as a sandbox's, tells nothing of ours.
  const known = [...sent, Math.abs(told) >= hourMs ? 0 : told].filter(Number.isFinite);
  return Math.max(0, ...(known.length === 0 ? [lateMs] : known));
}

/** What the target's own clock, by which holds end, was ahead of ours when it sent a webhook request, or a little less. */
function sentAheadMs({ account }: BalanceReading, trace: readonly TraceEntry[]): readonly number[] {
  const sent = arrivalsIn(trace, account).map(
    ({ headers, at }) => Date.parse(headers["x-webhook-timestamp"] ?? "") - at,
  );
  return sent.filter(Number.isFinite);
}

/** A chargeback may take a hold as well; the run's own ones are known to come before or later. */
function isDisputed({ chargeId }: Hold, { call }: BalanceReading, trace: readonly TraceEntry[]): boolean {
  const own = actsIn(trace, "dispute-charge").filter(({ given }) => String(given.chargeId) === chargeId);
  if (own.length > 0) return own.some(({ startedAt }) => startedAt <= call.answeredAt);
  return arrivalsIn(trace).some(
    ({ json }) => memberCalled(json, "event") === "dispute.chargeback" && bodySays(json, chargeId),
  );
}

/** Without the holds that are due, what is retained is what the others have: the due ones are released and still listed. */
export function listsReleased({ call, holds, reserved }: BalanceReading): boolean {
  const due = holds.filter(({ releaseAt }) => releaseAt <= call.answeredAt);
  if (due.length === 0 || reserved === undefined) return false;
  const now = targetTime(call);
  const isOverdue = due.some(({ releaseAt }) => call.answeredAt - releaseAt > hourMs || now - releaseAt > lateMs);
  return isOverdue || reserved <= sumOf(holds) - sumOf(due);
}

/** By the target's clock, as far as it tells it and that is near to ours; a sandbox's stands still. */
function targetTime({ response, answeredAt }: Call): number {
  const told = Date.parse(response?.headers.date ?? "");
  return Math.abs(told - answeredAt) < hourMs ? told : Number.NaN;
}

/** A hold that is released later than this is not released when it says. */
const lateMs = 45_000;
/** A hold that is released earlier than this is not held until then: instants are rounded, and clocks differ. */
const surelyEarlyMs = 3_000;
/** The same where the target's own clock is not known to be as near to ours as this. */
const earlyMs = 10_000;
const nearMs = 2_000;
const hourMs = 60 * 60_000;
