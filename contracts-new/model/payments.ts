import { everything, isObject } from "../judge/json.ts";
import type { Arrival, TraceEntry } from "../trace/trace.ts";
import { type HistoryReading, recordOf } from "./history.ts";
import type { Confirmation, Withdrawal, WithdrawalRequests } from "./withdrawals.ts";

/** A withdrawal whose code was accepted, and what the run has seen of its payment. All instants are of the target's clock. */
export interface Payment {
  readonly withdrawal: Withdrawal;
  readonly confirmation: Confirmation;
  /** Whether a super admin has to approve it. */
  readonly isReviewed: boolean;
  /** When the run had it approved. */
  readonly approvedAt: number | undefined;
  /** What the history said of it since. */
  readonly shown: readonly Shown[];
  /** When withdraw.completed came for it. */
  readonly completedAt: number | undefined;
  /**
   * When its payment was first seen to be confirmed: by an endToEndId, the event, or `CONFIRMED`, in whichever order they
   * come. A state after approval is not shown, so that `CONFIRMED` says nothing about a withdrawal that was reviewed.
   */
  readonly paidAt: number | undefined;
}

/** What a reading of the history shows of a withdrawal. */
export interface Shown {
  readonly reading: HistoryReading;
  readonly at: number;
  readonly status: unknown;
  /** Undefined while it is absent or null. */
  readonly endToEndId: unknown;
}

export function paymentsIn(
  trace: readonly TraceEntry[],
  { confirmations }: WithdrawalRequests,
  histories: readonly HistoryReading[],
): readonly Payment[] {
  const accepted = confirmations.filter((one) => one.accepted && one.state === "open");
  const events = trace.filter((entry) => entry.kind === "arrival").filter(isCompletion);
  return accepted.flatMap((confirmation) => {
    const { withdrawal, call } = confirmation;
    if (withdrawal === undefined) return [];
    const since = call.askedAt;
    const shown = histories.flatMap((reading) => shownIn(reading, withdrawal, since));
    const isReviewed = withdrawal.state === "in-review";
    const completedAt = completion(events, withdrawal, since, accepted)?.at;
    const seen = [
      completedAt,
      shown.find(({ endToEndId }) => endToEndId !== undefined)?.at,
      isReviewed ? undefined : shown.find(({ status }) => status === "CONFIRMED")?.at,
    ].filter((at) => at !== undefined);
    const paidAt = seen.length === 0 ? undefined : Math.min(...seen);
    const approvedAt = approval(trace, withdrawal);
    return [{ withdrawal, confirmation, isReviewed, approvedAt, shown, completedAt, paidAt }];
  });
}

function shownIn(reading: HistoryReading, withdrawal: Withdrawal, since: number): readonly Shown[] {
  if (reading.call.askedAt < since || reading.account !== withdrawal.account) return [];
  const record = recordOf(reading, withdrawal);
  if (record === undefined) return [];
  const all = [...everything(record)];
  const said = (name: string) => all.find(({ place }) => place.at(-1) === name)?.value;
  const at = reading.call.answeredAt;
  return [{ reading, at, status: said("status"), endToEndId: said("endToEndId") ?? undefined }];
}

function isCompletion({ json }: Arrival): boolean {
  return isObject(json) && json.event === "withdraw.completed";
}

/** The event of a withdrawal says its identifier, or comes while no other one can be meant: its payload is not shown. */
function completion(
  events: readonly Arrival[],
  { id, account }: Withdrawal,
  since: number,
  accepted: readonly Confirmation[],
): Arrival | undefined {
  const later = events.filter((event) => event.account === account && event.at >= since);
  const isAlone = accepted.filter(({ call }) => call.account === account).length === 1;
  const own = later.find(({ json }) => [...everything(json)].some(({ value }) => String(value) === id));
  return own ?? (isAlone ? later[0] : undefined);
}

function approval(trace: readonly TraceEntry[], { id }: Withdrawal): number | undefined {
  const acts = trace.filter((entry) => entry.kind === "act");
  return acts.find(({ capability, given }) => capability === "approve-withdrawal" && given.withdrawId === id)?.at;
}
