import type { NoAnswer } from "../target/forward.ts";
import type { Call } from "../trace/trace.ts";
import type { Expectation, ReceiverDelivery } from "./delivery.ts";

/** A delivery that was sent, and what the receiver made of it. */
export interface Posted {
  readonly delivery: ReceiverDelivery;
  readonly expected: Expectation;
  /** For the evidence; its story is the clause that it was sent for. */
  readonly call: Call;
  readonly answer: { readonly status: number } | NoAnswer;
  readonly durationMs: number;
  /** Whether the response was not complete when its time was over. */
  readonly isLate: boolean;
}

export function statusOf({ answer }: Pick<Posted, "answer">): number | undefined {
  return "status" in answer ? answer.status : undefined;
}

export function isOfClass(posted: Pick<Posted, "answer">, digit: number): boolean {
  return Math.floor((statusOf(posted) ?? 0) / 100) === digit;
}

export function wasAcknowledged(posted: Pick<Posted, "answer">): boolean {
  return isOfClass(posted, 2);
}

/** Says what the receiver did, within a sentence. */
export function responseText(posted: Pick<Posted, "answer">): string {
  const { answer } = posted;
  // The text of a library may have several lines.
  if ("failure" in answer) return answer.reason.replaceAll(/\s+/g, " ").trim();
  return `answered ${answer.status}${isOfClass(posted, 3) ? ", a redirect, which is not followed" : ""}`;
}

/** Says what was sent, and what the receiver did. */
export function whatOf(posted: Posted): string {
  return `${posted.delivery.what}: ${responseText(posted)}`;
}

/** Returns the path of an address without its query, which may open a gateway. */
export function shownPath({ pathname, search }: URL): string {
  return search === "" ? pathname : `${pathname}?…`;
}

export function shownUrl(url: URL): string {
  return url.origin + shownPath(url);
}
