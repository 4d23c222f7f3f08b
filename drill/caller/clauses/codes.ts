import type { ReceivedRequest } from "../../../src/spec/generated/control-api.ts";
import type { Breach, CallerClause } from "../caller-clause.ts";
import { type CallerTrace, eachOf, isUnanswered, withdrawIdOf } from "../caller-trace.ts";

const WRONG_CODES = 5;

/** How a caller deals with one-time codes. */
export const codeClauses: readonly CallerClause[] = [
  {
    id: "codes.no-sixth",
    section: "States and transitions: Withdrawal",
    kind: "documented",
    text: "After five wrong codes, the caller sends no sixth one before it has a new code.",
    situation: "five wrong codes for one withdrawal",
    fix: "Count the wrong codes of a withdrawal; after the fifth, wait until the code has expired and call resend-otp.",
    *look(trace) {
      for (const [call] of eachOf(trace, "confirmWithdrawal")) {
        if (call.outcome === "otp-blocked") yield breach(call, "It sent a code although five wrong ones had blocked");
        else if (call.outcome === "otp-incorrect" && isLastAllowed(trace, call)) yield null;
      }
    },
  },
  {
    id: "codes.none-after-expiry",
    section: "Errors",
    kind: "documented",
    text: "The caller sends no code that has expired.",
    situation: "a confirmation",
    fix: "Keep `otpExpiresAt` of the answer that opened the withdrawal, and call resend-otp after that time instead of sending the code.",
    *look(trace) {
      for (const [call] of eachOf(trace, "confirmWithdrawal")) {
        if (call.outcome !== "otp-expired") yield null;
        else if (knowsExpiry(trace, call)) yield breach(call, "It sent a code after the time that it was told for");
      }
    },
  },
  {
    id: "codes.no-early-resend",
    section: "States and transitions: Withdrawal",
    kind: "documented",
    text: "The caller asks for no new code while one is valid.",
    situation: "a request for a new code",
    fix: "Call resend-otp only after `otpExpiresAt`, also when all five attempts are used up.",
    *look(trace) {
      for (const [call] of eachOf(trace, "resendOtp")) {
        if (call.outcome !== "otp-still-valid") yield null;
        else if (knowsExpiry(trace, call)) yield breach(call, "It asked for a new code while one was valid for");
      }
    },
  },
];

function breach(call: ReceivedRequest, what: string): Breach {
  return { what: `${what} ${withdrawIdOf(call)}.`, calls: [call] };
}

/** Returns the earlier calls about the withdrawal of a call since its last code was sent, the sending included. */
function sinceCode({ calls }: CallerTrace, call: ReceivedRequest): readonly ReceivedRequest[] {
  const withdrawId = withdrawIdOf(call);
  const earlier = calls.filter((one) => one.requestId <= call.requestId && withdrawIdOf(one) === withdrawId);
  return earlier.slice(Math.max(0, earlier.findLastIndex(isSending)));
}

function isSending({ outcome }: ReceivedRequest): boolean {
  return outcome === "initiated" || outcome === "code-resent";
}

function isLastAllowed(trace: CallerTrace, call: ReceivedRequest): boolean {
  return sinceCode(trace, call).filter(({ outcome }) => outcome === "otp-incorrect").length === WRONG_CODES;
}

/** A caller whose answer was lost was not told until when the code is valid. */
function knowsExpiry(trace: CallerTrace, call: ReceivedRequest): boolean {
  const [sending] = sinceCode(trace, call);
  return sending !== undefined && sending !== call && isSending(sending) && !isUnanswered(sending);
}
