import { setTimeout as delay } from "node:timers/promises";
import type { Description } from "../judge/description.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./forward.ts";
import { intentOf } from "./intent.ts";

/**
 * Whether a response only says that there were too many requests. Considers what may be sent again without harm, and has
 * no documented rejection with that status.
 */
export function isRateLimited(description: Description, passed: Passed, answer: TargetAnswer | NoAnswer): boolean {
  if ("failure" in answer) return false;
  const { operationId, method } = intentOf(description, passed);
  // A 503 of a gateway does not tell whether it passed a POST on; a 429 does.
  const isRefused = answer.status === 429 && (method === "GET" || operationId === "initiateWithdrawal");
  const isPutOff = answer.status === 503 && method === "GET" && secondsOf(answer) !== undefined;
  if (!isRefused && !isPutOff) return false;
  if (operationId === undefined) return true;
  const operation = description.operation(operationId);
  const described = isRefused ? description.responsesOf(operation, 429) : operation.responses;
  return !described.some(({ status }) => status === answer.status);
}

/** Sends a request, and sends it again once if the target asks for a wait within the patience. */
export async function sentWithinLimits(
  send: () => Promise<TargetAnswer | NoAnswer>,
  isLimited: (answer: TargetAnswer | NoAnswer) => boolean,
  { patienceMs, signal }: { readonly patienceMs: number; readonly signal: AbortSignal },
): Promise<TargetAnswer | NoAnswer> {
  const answer = await send();
  const seconds = isLimited(answer) && !("failure" in answer) ? secondsOf(answer) : undefined;
  if (seconds === undefined || seconds * 1_000 > patienceMs) return answer;
  const isOver = await delay(seconds * 1_000, true, { signal }).catch(() => false);
  return isOver ? send() : answer;
}

/** Returns what is told instead of such a response: it speaks neither for nor against the target. */
export function rateLimitText({ status }: TargetAnswer): string {
  return `the target limits its rate: ${status}, ${status === 429 ? "too many requests" : "not now"}`;
}

/** A date would have to be read by the target's clock. */
function secondsOf({ headers }: TargetAnswer): number | undefined {
  const said = headers["retry-after"];
  return said !== undefined && /^[0-9]{1,6}$/.test(said) ? Number(said) : undefined;
}
