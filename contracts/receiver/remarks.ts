import { durationText } from "../judge/duration.ts";
import { type Posted, statusOf, wasAcknowledged, whatOf } from "./posted.ts";

/** Says what a reader should know before the findings. */
export function remarksOn(first: Posted, usual: string | undefined, takesLowerCaseOnly: boolean): readonly string[] {
  if (wasAcknowledged(first)) return [];
  const { event } = first.delivery;
  if (usual !== undefined && usual !== event) return [`${whatOf(first)}. Most clauses use ${usual} instead.`];
  if (usual !== undefined) return [`${whatOf(first)}, which it says to genuine deliveries only.`];
  return [
    `The receiver acknowledges no plain delivery, on which most clauses build. ${whatOf(first)}.${takesLowerCaseOnly ? LOWER_CASE : hintOn(first)}`,
  ];
}

const LOWER_CASE = " It acknowledges one whose headers have names in lower case: it must find them in any case.";

function hintOn(first: Posted): string {
  const status = statusOf(first);
  if (status === 401 || status === 403) return " Does it have another secret, or compute the HMAC over other bytes?";
  return status === 404 || status === 405 ? " Is it the right address?" : "";
}

export function slowest(posted: readonly Posted[]): string {
  // The pauses between pieces are not the receiver's.
  const whole = posted.filter(({ delivery }) => delivery.cutAt === undefined);
  const [last] = whole.toSorted((one, other) => other.durationMs - one.durationMs);
  if (last === undefined) return "No delivery was sent.";
  return `The slowest of ${whole.length} responses took ${durationText(last.durationMs)} (${last.delivery.what}).`;
}
