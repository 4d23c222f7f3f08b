import { everything, valuesIn } from "../judge/json.ts";
import { actsIn, arrivalsIn } from "../trace/find.ts";
import { type IsBefore, orderOf } from "../trace/order.ts";
import type { Arrival, Call, OutsideAct, TraceEntry } from "../trace/trace.ts";
import type { Decisions } from "./decisions.ts";
import { bodyOf } from "./deliveries.ts";
import { type HistoryReading, recordOf } from "./history.ts";
import type { Confirmation, SeenWithdrawal, WithdrawalRequests } from "./withdrawals.ts";

/** A withdrawal whose code was accepted, and what the run has seen of its payment. */
export interface Payment {
  readonly withdrawal: SeenWithdrawal;
  readonly confirmation: Confirmation;
  /** Whether a super admin has to approve it. */
  readonly isReviewed: boolean;
  /** Whether nothing else was paid on its account, so that it needs no name to be told of. */
  readonly isOnly: boolean;
  /** The run had it approved. */
  readonly approval: OutsideAct | undefined;
  /** What the history said of it since. */
  readonly shown: readonly Shown[];
  /** withdraw.completed came for it. */
  readonly completion: Arrival | undefined;
  /**
   * What first showed that its payment is confirmed: an endToEndId, the event, or `CONFIRMED`, in whichever order they
   * come. A state after approval is not shown, so that `CONFIRMED` says nothing about a withdrawal that was reviewed.
   */
  readonly paidBy: Call | Arrival | undefined;
}

/** The identifier may come this much later than `CONFIRMED`: moves into it are not documented, and may precede the payment. */
export const MAX_IDENTIFIER_DELAY_MS = 60_000;

/** What a reading of the history shows of a withdrawal. */
export interface Shown {
  readonly reading: HistoryReading;
  readonly at: number;
  readonly status: unknown;
  /** Undefined while it is absent, null or empty. */
  readonly endToEndId: unknown;
}

export function paymentsIn(
  trace: readonly TraceEntry[],
  { confirmations, isPartial }: WithdrawalRequests,
  histories: readonly HistoryReading[],
  decisions: Decisions,
): readonly Payment[] {
  const isBefore = orderOf(trace);
  const accepted = confirmations.filter((one) => one.accepted && one.state === "open");
  const ofAccounts = Map.groupBy(accepted, ({ call }) => call.account);
  const daily = new Set(actsIn(trace, "daily-withdrawal").map(({ account }) => account));
  const events = arrivalsIn(trace).filter((one) => bodyOf(one).event === "withdraw.completed");
  const said = events.flatMap((event) => valuesIn(event.json).map((value) => ({ event, value: String(value) })));
  const saying = Map.groupBy(said, ({ value }) => value);
  return accepted.flatMap((confirmation) => {
    const { withdrawal, call } = confirmation;
    if (withdrawal === undefined) return [];
    const later = histories.filter((reading) => reading.account === withdrawal.account && isBefore(call, reading.call));
    const shown = later.flatMap((reading) => shownIn(reading, withdrawal));
    const isReviewed = withdrawal.state === "in-review";
    const { id, account } = withdrawal;
    // What goes out daily is told, too.
    const isOnly = !daily.has(account) && ofAccounts.get(account)?.length === 1;
    // The event of a withdrawal says its identifier, or comes while no other one can be meant: its payload is not shown.
    const isLater = (event: Arrival) => event.account === account && event.at >= call.askedAt;
    const own = saying.get(id)?.find(({ event }) => isLater(event))?.event;
    const completion = own ?? (isOnly && !isPartial ? events.find(isLater) : undefined);
    const paidBy = firstOf(
      [
        completion,
        shown.find(({ endToEndId }) => endToEndId !== undefined)?.reading.call,
        isReviewed ? undefined : shown.find(({ status }) => status === "CONFIRMED")?.reading.call,
      ],
      isBefore,
    );
    const [approval] = decisions.get(withdrawal)?.flatMap((one) => (one.done === "approved" ? [one.by] : [])) ?? [];
    return [{ withdrawal, confirmation, isReviewed, isOnly, approval, shown, completion, paidBy }];
  });
}

function firstOf<T extends TraceEntry>(entries: readonly (T | undefined)[], isBefore: IsBefore): T | undefined {
  return entries.filter((entry) => entry !== undefined).toSorted((a, b) => (isBefore(b, a) ? 1 : -1))[0];
}

export function shownIn(reading: HistoryReading, withdrawal: Pick<SeenWithdrawal, "id">): readonly Shown[] {
  const record = recordOf(reading, withdrawal);
  if (record === undefined) return [];
  const all = [...everything(record)];
  const said = (name: string) => all.find(({ place }) => place.at(-1) === name)?.value;
  const at = reading.call.answeredAt;
  return [{ reading, at, status: said("status"), endToEndId: said("endToEndId") || undefined }];
}
