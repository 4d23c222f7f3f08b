import { everything, isObject } from "../judge/json.ts";
import { type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";
import type { Withdrawal, WithdrawalRequests } from "./withdrawals.ts";

/** What a history says of a withdrawal, with what had been done to it until then. */
export interface ShownState {
  readonly withdrawal: Withdrawal;
  readonly call: Call;
  readonly status: string;
  readonly hasEndToEndId: boolean;
  readonly done: "nothing" | "confirmed" | "cancelled" | "approved" | "declined";
  /** Since the last of that, at least and at most. */
  readonly leastMs: number;
  readonly mostMs: number;
}

/** Returns what the histories of a trace say of the withdrawals that the trace shows being opened. */
export function shownStates(trace: readonly TraceEntry[], requests: WithdrawalRequests): readonly ShownState[] {
  const histories = trace.filter((entry) => entry.kind === "call" && entry.operationId === "listWithdrawals");
  return histories.flatMap((call) => {
    if (call.kind !== "call" || !isSuccess(call)) return [];
    return requests.withdrawals.flatMap((withdrawal) => {
      const record = recordOf(call.response?.json, withdrawal.id);
      if (record === undefined || typeof record.status !== "string") return [];
      const endToEnd = record.endToEndId;
      return [
        {
          withdrawal,
          call,
          status: record.status,
          hasEndToEndId: typeof endToEnd === "string",
          ...lastOf(withdrawal, call, trace, requests),
        },
      ];
    });
  });
}

/** The innermost object that has this id. */
function recordOf(body: unknown, id: string): Readonly<Record<string, unknown>> | undefined {
  const records = [...everything(body)].map(({ value }) => value).filter(isObject);
  return records.findLast((record) => Object.values(record).some((value) => String(value) === id));
}

function lastOf(
  withdrawal: Withdrawal,
  history: Call,
  trace: readonly TraceEntry[],
  { confirmations, cancellations }: WithdrawalRequests,
): Pick<ShownState, "done" | "leastMs" | "mostMs"> {
  const requests = [
    ...confirmations.map((one) => ({ ...one, done: "confirmed" as const })),
    ...cancellations.map((one) => ({ ...one, done: "cancelled" as const })),
  ];
  const own = requests.filter((one) => one.accepted && one.withdrawal === withdrawal);
  const acts = trace
    .filter((entry) => entry.kind === "act")
    .filter(({ given }) => given.withdrawId === withdrawal.id)
    .map(({ capability, startedAt, at }) => {
      return {
        done: capability === "approve-withdrawal" ? ("approved" as const) : ("declined" as const),
        from: startedAt,
        to: at,
      };
    });
  const all = [...own.map(({ done, call }) => ({ done, from: call.askedAt, to: call.answeredAt })), ...acts];
  const last = all
    .filter(({ to }) => to <= history.askedAt)
    .toSorted((a, b) => a.to - b.to)
    .at(-1);
  if (last === undefined) return { done: "nothing", leastMs: 0, mostMs: 0 };
  return { done: last.done, leastMs: history.askedAt - last.to, mostMs: history.answeredAt - last.from };
}
