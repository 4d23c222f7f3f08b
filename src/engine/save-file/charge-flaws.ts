import type { Charge, PaymentStatus } from "../../domain/charge.ts";
import { retentionProblems } from "../../domain/settings.ts";
import { type Flaw, type Inspection, notAfter } from "./inspection.ts";

/** What a charge's other fields can be in a status. */
interface StatusForm {
  readonly previous: readonly PaymentStatus[];
  readonly isPaid: boolean;
  readonly reversals: readonly Charge["reversal"][];
}

const forms: Readonly<Record<PaymentStatus, StatusForm>> = {
  PENDING: { previous: [], isPaid: false, reversals: [null] },
  PROCESSING: { previous: ["PENDING"], isPaid: false, reversals: [null] },
  PAID: { previous: ["PENDING", "PROCESSING"], isPaid: true, reversals: [null, "CHARGEBACK"] },
  EXPIRED: { previous: ["PENDING"], isPaid: false, reversals: [null] },
  REFUNDED: { previous: ["PAID"], isPaid: true, reversals: ["REFUND"] },
};

/** Whether the charge's money is the company's: it came in and did not go back. */
export function isEarned({ paymentStatus, reversal }: Charge): boolean {
  return paymentStatus === "PAID" && reversal === null;
}

export function* chargeFlaws(charge: Charge, { world }: Inspection): Iterable<Flaw> {
  yield* statusFlaws(charge);
  yield* notAfter(world.at, charge, "createdAt", "paidAt");
  const { createdAt, paidAt, expiresAt, retention } = charge;
  if (paidAt !== null && paidAt < createdAt) yield [["paidAt"], "paidAt is before createdAt"];
  if (expiresAt !== null && expiresAt < createdAt) yield [["expiresAt"], "expiresAt is before createdAt"];
  if (retention !== null) {
    for (const { at, message } of retentionProblems(retention))
      yield [at.split("."), `${at} is not possible: ${message}`];
  }
}

function* statusFlaws(charge: Charge): Iterable<Flaw> {
  const { subscriptionId, paymentStatus: status, previousStatus, paidAt, reversal, expiresAt, expiryDue } = charge;
  const { previous, isPaid, reversals } = forms[status];
  if (subscriptionId !== null && !isPaid) {
    yield [["paymentStatus"], `paymentStatus is ${status}, but the billing of a subscription is PAID or REFUNDED`];
    return;
  }
  const wasBilled = subscriptionId !== null && status === "PAID";
  const before: readonly Charge["previousStatus"][] = wasBilled || previous.length === 0 ? [null] : previous;
  if (!before.includes(previousStatus)) {
    yield [["previousStatus"], `previousStatus must be ${before.join(" or ") || "null"}, as this charge is ${status}`];
  }
  if (isPaid !== (paidAt !== null)) {
    yield [["paidAt"], `paidAt must ${isPaid ? "not " : ""}be null, as this charge is ${status}`];
  }
  if (!reversals.includes(reversal)) {
    const allowed = reversals.map((one) => one ?? "null").join(" or ");
    yield [["reversal"], `reversal must be ${allowed}, as this charge is ${status}`];
  }
  const expiry = status === "PENDING" ? expiresAt : null;
  if ((expiryDue?.at ?? null) === expiry) return;
  const rule = expiry === null ? "must be null" : `must be at ${expiry}`;
  yield [["expiryDue"], `expiryDue ${rule}, as this charge is ${status} and expiresAt is ${expiresAt}`];
}

export function inspectHolds(inspection: Inspection): void {
  inspection.each("companies", function* ({ holds }) {
    for (const [i, { chargeId, amountCents }] of holds.entries()) {
      const charge = inspection.charges.get(chargeId);
      if (charge === undefined) continue;
      if (!isEarned(charge)) {
        const rule = "only of a PAID charge that was not reversed is something held";
        yield [["holds", i, "chargeId"], `chargeId is ${chargeId}, and ${rule}`];
      }
      if (amountCents > charge.total) {
        yield [["holds", i, "amountCents"], `amountCents is more than the total of the charge, ${charge.total}`];
      }
    }
  });
}
