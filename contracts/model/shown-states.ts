import { everything, isObject } from "../judge/json.ts";
import { type Call, isSuccess, type TraceEntry } from "../trace/trace.ts";
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
export function shownStates(trace: readonly TraceEntry[], requests: WithdrawalRequests): readonly ShownState[] {
  const histories = trace.filter((entry) => entry.kind === "call" && entry.operationId === "listWithdrawals");
  const ends = endsIn(trace, requests);
  return histories.flatMap((call) => {
    if (call.kind !== "call" || !isSuccess(call)) return [];
    const records = recordsById(call.response?.json);
    return requests.withdrawals.flatMap((withdrawal) => {
      const record = records.get(withdrawal.id);
      if (record === undefined || typeof record.status !== "string") return [];
      const endToEnd = record.endToEndId;
      return [
        {
          withdrawal,
          call,
          status: record.status,
          hasEndToEndId: typeof endToEnd === "string",
          ...lastOf(ends.get(withdrawal.id)?.filter((one) => one.account === withdrawal.account) ?? [], call),
        },
      ];
    });
  });
}

/** By whatever they say, the innermost objects of a body. */
function recordsById(body: unknown): ReadonlyMap<string, Readonly<Record<string, unknown>>> {
  const objects = [...everything(body)].map(({ value }) => value).filter(isObject);
  return new Map(objects.flatMap((object) => Object.values(object).map((value) => [String(value), object] as const)));
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
  const acts = trace.flatMap((entry) => {
    const done = entry.kind === "act" ? reviews[entry.capability] : undefined;
    if (entry.kind !== "act" || done === undefined) return [];
    return [{ id: String(entry.given.withdrawId), account: entry.account, done, from: entry.startedAt, to: entry.at }];
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
