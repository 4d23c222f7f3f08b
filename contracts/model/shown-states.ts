import { actsIn } from "../trace/find.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";
import type { HistoryReading } from "./history.ts";
import { shownIn } from "./payments.ts";
import type { SeenWithdrawal, WithdrawalRequests } from "./withdrawals.ts";

/** What a history says of a withdrawal, with what had been done to it until then. */
export interface ShownState {
  readonly withdrawal: SeenWithdrawal;
  readonly call: Call;
  readonly status: string;
  readonly hasEndToEndId: boolean;
  readonly done: "nothing" | "confirmed" | "cancelled" | "approved" | "declined";
  /** The time since the last of these, at least and at most. */
  readonly leastMs: number;
  readonly mostMs: number;
}

/** Returns what the histories of a trace say of the withdrawals that the trace shows being opened. */
export function shownStates(
  trace: readonly TraceEntry[],
  requests: WithdrawalRequests,
  histories: readonly HistoryReading[],
): readonly ShownState[] {
  const ends = endsIn(trace, requests);
  return histories.flatMap((reading) => {
    const own = requests.withdrawals.filter(({ account }) => account === reading.account);
    return own.flatMap((withdrawal) =>
      shownIn(reading, withdrawal).flatMap(({ status, endToEndId }) => {
        if (typeof status !== "string") return [];
        const done = ends.get(withdrawal.id)?.filter((one) => one.account === withdrawal.account) ?? [];
        const hasEndToEndId = typeof endToEndId === "string";
        return [{ withdrawal, call: reading.call, status, hasEndToEndId, ...lastOf(done, reading.call) }];
      }),
    );
  });
}

interface End {
  readonly account: string;
  readonly done: ShownState["done"];
  readonly from: number;
  readonly to: number;
}

/** What was done to withdrawals, by their ids. */
function endsIn(
  trace: readonly TraceEntry[],
  { confirmations, cancellations }: WithdrawalRequests,
): ReadonlyMap<string, readonly End[]> {
  const requests = [
    ...confirmations.map((one) => ({ ...one, done: "confirmed" as const })),
    ...cancellations.map((one) => ({ ...one, done: "cancelled" as const })),
  ];
  const own = requests.flatMap(({ accepted, withdrawal, done, call }) => {
    if (!accepted || withdrawal === undefined) return [];
    return [{ id: withdrawal.id, account: call.account, done, from: call.askedAt, to: call.answeredAt }];
  });
  const acts = actsIn(trace).flatMap(({ capability, given, account, startedAt, at }) => {
    const done = reviews[capability];
    return done === undefined ? [] : [{ id: String(given.withdrawId), account, done, from: startedAt, to: at }];
  });
  return Map.groupBy([...own, ...acts], ({ id }) => id);
}

const reviews: Readonly<Record<string, "approved" | "declined">> = {
  "approve-withdrawal": "approved",
  "decline-withdrawal": "declined",
};

function lastOf(ends: readonly End[], history: Call): Pick<ShownState, "done" | "leastMs" | "mostMs"> {
  const before = ends.filter(({ to }) => to <= history.askedAt).toSorted((a, b) => a.to - b.to);
  const last = before.at(-1);
  if (last === undefined) return { done: "nothing", leastMs: 0, mostMs: 0 };
  return { done: last.done, leastMs: history.askedAt - last.to, mostMs: history.answeredAt - last.from };
}
