import { startOf } from "../trace/order.ts";
import type { Call, CodeRead, TraceEntry } from "../trace/trace.ts";
import { isSuccess } from "../trace/trace.ts";

/** Adds what a recording tells of codes: the one that a withdrawal was first confirmed with was the right one. */
export function withCodes(entries: readonly TraceEntry[]): readonly TraceEntry[] {
  const known = new Set<string>();
  return entries
    .toSorted((a, b) => startOf(a) - startOf(b))
    .flatMap((entry) => {
      const read = entry.kind === "call" ? codeIn(entry) : undefined;
      if (read === undefined || known.has(read.withdrawId)) return [entry];
      known.add(read.withdrawId);
      return [read, entry];
    });
}

function codeIn(call: Call): CodeRead | undefined {
  const { withdrawId, otpCode } = call.request.members;
  if (call.operationId !== "confirmWithdrawal" || call.credential !== "own" || !isSuccess(call)) return undefined;
  if (typeof withdrawId !== "string" || typeof otpCode !== "string" || !/^\d{6}$/.test(otpCode)) return undefined;
  return { kind: "code", story: call.story, account: call.account, withdrawId, code: otpCode, at: call.askedAt };
}
