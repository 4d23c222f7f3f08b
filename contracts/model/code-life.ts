import type { WithdrawalRequests } from "./withdrawals.ts";

/** How long a code lives on this target, as far as the trace shows it. The document says only "a few minutes". */
export interface CodeLife {
  /** A code of this age was still valid. */
  readonly atLeastMs: number;
  /** A code of this age had expired; infinite while that was not seen. */
  readonly atMostMs: number;
}

/** Returns the life of codes, as an accepted code or a rejected request for a new one shows that a code is valid. */
export function codeLife({ resends, confirmations }: WithdrawalRequests): CodeLife {
  // A target that sends a new code at once says nothing about the life of the old one.
  const sent = resends.filter(
    ({ accepted: isAccepted, state, codeAge }) => isAccepted && state === "open" && codeAge.mostMs >= freshMs,
  );
  // Nor does one that treats blocked withdrawals otherwise say anything about the others.
  const unblocked = sent.filter(({ wrongBefore }) => wrongBefore < 5);
  const accepted = unblocked.length > 0 ? unblocked : sent;
  const atMostMs = Math.min(Number.POSITIVE_INFINITY, ...accepted.map(({ codeAge }) => codeAge.mostMs));
  const rejected = resends.filter(
    (one) =>
      one.rejected &&
      one.codeAge.leastMs <= atMostMs &&
      accepted.some((later) => later.withdrawal === one.withdrawal && later.codeNth === one.codeNth),
  );
  // A limit of requests says 429, too, whatever the code is.
  const unlimited = rejected.filter(({ call }) => call.response?.status !== 429);
  const tooEarly = unlimited.length > 0 ? unlimited : rejected;
  const confirmed = confirmations.filter(({ code, accepted: isAccepted }) => code === "right" && isAccepted);
  return {
    atLeastMs: Math.max(0, ...[...tooEarly, ...confirmed].map(({ codeAge }) => codeAge.leastMs)),
    atMostMs,
  };
}

/** "A few minutes" are more than this, and codes that live for one second in a test deployment are older. */
export const freshMs = 900;
