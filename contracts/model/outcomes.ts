import { parseJson } from "../judge/json.ts";
import { openNamedIn } from "../trace/find.ts";
import { orderOf } from "../trace/order.ts";
import type { Call, TraceEntry } from "../trace/trace.ts";
import { type BalanceReading, balanceReadings } from "./balances.ts";
import type { CodeLife } from "./code-life.ts";
import type { Cancellation, Confirmation, Initiation, Resend, WithdrawalRequests } from "./withdrawals.ts";

/** A call with the outcome that it must have had, by the description's `x-outcomes`. */
export interface NamedCall {
  readonly call: Call;
  readonly outcome: string;
  /** Set where the target takes what the outcome would reject: its response is then about something else. */
  readonly taken?: string;
}

/** Names the outcome of each call about withdrawals, and leaves out those that were rejected for an unknown reason. */
export function withdrawalOutcomes(
  requests: WithdrawalRequests,
  life: CodeLife,
  trace: readonly TraceEntry[],
): readonly NamedCall[] {
  const isBefore = orderOf(trace);
  const readings = balanceReadings(trace);
  const lastReading = ({ call }: Initiation) =>
    readings.findLast((one) => one.account === call.account && isBefore(one.call, call));
  // Where requests may be missing, it is unknown why one about a withdrawal of unknown state was rejected.
  const isTold = ({ state, accepted, call }: Resend) =>
    !requests.isPartial || accepted || state !== undefined || isInvented(call.request.members.withdrawId);
  return [
    ...requests.initiations.map((one) => named(one, ofInitiation(one, requests, lastReading))),
    ...requests.confirmations.filter(isTold).map((one) => named(one, ofConfirmation(one, life))),
    ...requests.resends.filter(isTold).map((one) => named(one, ofResend(one))),
    ...requests.cancellations.filter(isTold).map((one) => named(one, ofCancellation(one))),
  ].filter((call) => call !== undefined);
}

/** By the suite, which has made the recording. */
function isInvented(id: unknown): boolean {
  return typeof id === "string" && id.startsWith("saldo-contract-");
}

function named({ call }: { readonly call: Call }, outcome: string | undefined): NamedCall | undefined {
  return outcome === undefined ? undefined : { call, outcome };
}

function ofInitiation(
  one: Initiation,
  { initiations, isPartial }: WithdrawalRequests,
  lastReading: (before: Initiation) => BalanceReading | undefined,
): string | undefined {
  const { accepted, rejected, open, value, call } = one;
  if (accepted) return "initiated";
  if (!rejected) return undefined;
  if (call.request.rawBody !== undefined || !Number.isInteger(value)) return "request-malformed";
  // A target may have no number of such a size, or sign.
  if (Number(value) <= 0 || Number(value) >= 2 ** 31) return undefined;
  const taken = initiations.filter((other) => other.accepted && other.call.account === call.account);
  const mayBeTooLow = !taken.some((other) => Number(other.value) <= Number(value));
  const isConflict = openNamedIn(call) !== undefined;
  // Any other rejection may be of what this value lacks, whatever is open.
  if (open.length > 0) return isConflict ? "withdrawal-already-open" : undefined;
  // One that was confirmed may stand in the way for a while.
  if (isConflict || (isPartial && call.response?.status === 409)) return undefined;
  // A target may have a rule of its own for values; nothing is said about the shape of such a rejection.
  if (mayBeTooLow && taken.length > 0) return "withdrawal-below-minimum";
  return Number(value) > (lastReading(one)?.available ?? Number.POSITIVE_INFINITY) ? "insufficient-balance" : undefined;
}

function ofConfirmation(one: Confirmation, life: CodeLife): string | undefined {
  if (one.accepted) return "code-accepted";
  if (!one.rejected) return undefined;
  if (one.code === "absent" || one.code === "malformed") return "request-malformed";
  if (one.withdrawal === undefined) return ofUnknown(one);
  if (one.state !== "open") return "withdrawal-not-awaiting-otp";
  if (one.wrongBefore >= 5) return "otp-blocked";
  if (one.codeAge.leastMs >= life.atMostMs) return "otp-expired";
  return one.code === "wrong" || one.code === "superseded" ? "otp-incorrect" : undefined;
}

function ofResend(one: Resend): string | undefined {
  if (one.accepted) return "code-resent";
  if (!one.rejected) return undefined;
  if (one.withdrawal === undefined) return ofUnknown(one);
  return one.state === "open" ? "otp-still-valid" : "withdrawal-not-awaiting-otp";
}

function ofCancellation(one: Cancellation): string | undefined {
  if (one.accepted) return "cancelled";
  if (!one.rejected) return undefined;
  if (one.withdrawal === undefined) return ofUnknown(one);
  return one.state === "open" ? undefined : "withdrawal-not-cancellable";
}

/** Any text may be an id; what is none, longer than ids are, or not alone may be rejected for its form. */
function ofUnknown({ call }: { readonly call: Call }): string | undefined {
  const { members, rawBody } = call.request;
  const isJson = rawBody === undefined || parseJson(rawBody) !== undefined;
  if (!isJson || typeof members.withdrawId !== "string") return "request-malformed";
  const isPlain = Object.keys(members).every((name) => name === "withdrawId" || name === "otpCode");
  return isPlain && members.withdrawId.length <= 64 && !/\p{Cc}/u.test(members.withdrawId)
    ? "withdrawal-unknown"
    : undefined;
}
