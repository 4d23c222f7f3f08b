import { setTimeout as delay } from "node:timers/promises";
import type { Description } from "../description/description.ts";
import type { NoAnswer, Passed, TargetAnswer } from "./forward.ts";
import type { Refusal } from "./permission.ts";
import { wishOf } from "./wish.ts";

/**
 * Whether a target says that too much was asked of it, and not what the interface documents. Only of what may be sent
 * again without harm, and has no documented refusal that might be meant by it.
 */
export function isRateLimited(description: Description, passed: Passed, answer: TargetAnswer | NoAnswer): boolean {
  if ("failure" in answer) return false;
  const { operationId, method } = wishOf(description, passed);
  // A POST that a gateway could not pass on may have been passed on nevertheless; one that was too many was not.
  const isRefused = answer.status === 429 && (method === "GET" || operationId === "initiateWithdrawal");
  const isPutOff = answer.status === 503 && method === "GET" && secondsOf(answer) !== undefined;
  if (!isRefused && !isPutOff) return false;
  if (operationId === undefined) return true;
  const operation = description.operation(operationId);
  // Any operation may be unavailable, which is described, and says nothing of what was asked for.
  const described = isRefused ? description.responsesOf(operation, 429) : operation.responses;
  return !described.some(({ status }) => status === answer.status);
}

/** Sends a request, and once more when the target asks for a wait that is not too long. */
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

/** What is said in the place of such an answer: it is neither for nor against the target. */
export function rateLimit(answer: TargetAnswer): Refusal {
  const what = answer.status === 429 ? "too many requests" : "not now";
  return { needs: "rate-limit", reason: `the target answers ${answer.status}: ${what}` };
}

/** A date would have to be read by the target's clock. */
function secondsOf({ headers }: TargetAnswer): number | undefined {
  const said = headers["retry-after"];
  return said !== undefined && /^[0-9]{1,6}$/.test(said) ? Number(said) : undefined;
}
