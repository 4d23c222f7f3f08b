import type { Withdrawal, WithdrawalStatus } from "../../domain/withdrawal.ts";
import { type Flaw, type Inspection, notAfter } from "./inspection.ts";

const approved: readonly WithdrawalStatus[] = ["APPROVED", "CONFIRMED", "FAILED"];
const underWay: readonly WithdrawalStatus[] = ["CREATED", "PENDING_REVIEW", "APPROVED"];

/** Whether the money has left the available balance and not yet arrived anywhere. */
export function isUnsettled({ status }: Withdrawal): boolean {
  return underWay.includes(status);
}

export function* withdrawalFlaws(withdrawal: Withdrawal, { world }: Inspection): Iterable<Flaw> {
  yield* notAfter(world.at, withdrawal, "createdAt");
  yield* originFlaws(withdrawal);
  yield* payoutFlaws(withdrawal);
  const { status, value, fee, otp, createdAt, endToEndId, failureReason } = withdrawal;
  if (fee > value) yield [["fee"], `fee is more than the value, ${value}`];
  if (otp !== null && otp.expiresAt < createdAt) yield [["otp", "expiresAt"], "expiresAt is before createdAt"];
  if ((endToEndId !== null) !== (status === "CONFIRMED")) {
    const rule = status === "CONFIRMED" ? "must not be null" : "must be null";
    yield [["endToEndId"], `endToEndId ${rule}, as this withdrawal is ${status}`];
  }
  if (failureReason !== null && status !== "FAILED") {
    yield [["failureReason"], `failureReason must be null, as this withdrawal is ${status}`];
  }
}

function* originFlaws({ origin, status, otp }: Withdrawal): Iterable<Flaw> {
  if (origin === "AUTOMATIC" && !approved.includes(status)) {
    yield [["status"], `status is ${status}, but an AUTOMATIC withdrawal is ${approved.join(", ")}`];
  }
  if ((origin === "AUTOMATIC") === (otp === null)) return;
  yield [["otp"], `otp must ${origin === "AUTOMATIC" ? "" : "not "}be null, as this withdrawal is ${origin}`];
}

function* payoutFlaws({ status, payout, settlementDue, createdAt }: Withdrawal): Iterable<Flaw> {
  const isApproved = approved.includes(status);
  if (isApproved !== (payout !== null)) {
    yield [["payout"], `payout must ${isApproved ? "not " : ""}be null, as this withdrawal is ${status}`];
    return;
  }
  const settlesAt = payout?.settlesAt ?? null;
  if (payout !== null && (payout.outcome === "MANUAL") !== (settlesAt === null)) {
    const rule = settlesAt === null ? "must not be null" : "must be null";
    yield [["payout", "settlesAt"], `settlesAt ${rule}, as the outcome is ${payout.outcome}`];
    return;
  }
  if (settlesAt !== null && settlesAt < createdAt) yield [["payout", "settlesAt"], "settlesAt is before createdAt"];
  const settlement = status === "APPROVED" ? settlesAt : null;
  if ((settlementDue?.at ?? null) === settlement) return;
  const rule = settlement === null ? "must be null" : `must be at ${settlement}`;
  yield [["settlementDue"], `settlementDue ${rule}, as this withdrawal is ${status} and settlesAt is ${settlesAt}`];
}
