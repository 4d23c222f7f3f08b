import { textOf } from "../judge/json.ts";
import type { CauseOf } from "../trace/cause.ts";
import { callsIn } from "../trace/find.ts";
import { type Call, isSuccess, type TraceEntry, wasRejected } from "../trace/trace.ts";
import { idIn, WithdrawalReading } from "./withdrawal-reading.ts";
import type { WithdrawalRequests } from "./withdrawals.ts";

/**
 * Reads a trace: which withdrawals there were, and in which situation each request about them was made. Requests that were
 * not answered by their operation are left out, but what they may have done is not forgotten.
 */
export function withdrawalRequests(
  trace: readonly TraceEntry[],
  isPartial = false,
  causeOf: CauseOf = () => "operation",
): WithdrawalRequests {
  const calls = callsIn(trace).filter(({ credential }) => credential === "own");
  const reading = new WithdrawalReading(isPartial ? lastProofs(trace) : undefined, contendedIn(calls));
  // Codes are often read only after the first tries, so they are put to their withdrawals before the tries are judged.
  for (const entry of trace) reading.learnCodes(entry);
  for (const call of calls) {
    const cause = causeOf(call);
    if (cause === "operation") reading.request(call);
    if (cause === "transport") reading.lost(call);
  }
  const { withdrawals, initiations, confirmations, resends, cancellations } = reading;
  return { isPartial, withdrawals, initiations, confirmations, resends, cancellations };
}

/** Rejected requests while another one that asks for the same was under way: whichever came first is right. */
function contendedIn(calls: readonly Call[]): ReadonlySet<Call> {
  const places = Map.groupBy(
    calls.filter(({ operationId }) => operationId === "initiateWithdrawal" || operationId === "confirmWithdrawal"),
    contention,
  );
  const isBeside = (one: Call, other: Call) =>
    one !== other && one.askedAt < other.answeredAt && other.askedAt < one.answeredAt;
  return new Set(
    [...places.values()].flatMap((all) =>
      all.filter(
        (call, at) => wasRejected(call) && all.slice(Math.max(0, at - 8), at + 8).some((one) => isBeside(one, call)),
      ),
    ),
  );
}

function contention({ account, operationId, request }: Call): string {
  const { withdrawId, otpCode } = request.members;
  return JSON.stringify([account, operationId, textOf(withdrawId), textOf(otpCode)]);
}

/** Only an open withdrawal is confirmed, cancelled or sent a code, or is in the way of another one. */
function lastProofs(trace: readonly TraceEntry[]): ReadonlyMap<string, Call> {
  const calls = callsIn(trace);
  const proofs = calls.flatMap((call) => {
    const isAboutOne = ["confirmWithdrawal", "resendOtp", "cancelWithdrawal"].includes(call.operationId ?? "");
    if (isAboutOne && isSuccess(call)) return [[textOf(call.request.members.withdrawId) ?? "", call] as const];
    const isConflict = call.operationId === "initiateWithdrawal" && call.response?.status === 409;
    return isConflict ? [[idIn(call) ?? "", call] as const] : [];
  });
  return new Map(proofs);
}
