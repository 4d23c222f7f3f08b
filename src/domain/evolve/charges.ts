import { type Charge, type PaymentStatus, pendingCharge } from "../charge.ts";
import type { ChargeEvent } from "../event.ts";
import type { Instant } from "../instant.ts";
import type { Cents } from "../money.ts";
import { schedule } from "../schedule.ts";
import { addCharge, must, type World } from "../world.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveCharges: Evolvers<ChargeEvent["type"]> = {
  ChargeCreated(world, { type: _, ...facts }, at) {
    const charge = pendingCharge(facts, at);
    if (facts.expiresAt !== null) charge.expiryDue = schedule(world, "charge-expiry", facts.chargeId, facts.expiresAt);
    world.minted.charge += 1;
    addCharge(world, charge);
  },
  ChargeProcessing(world, { chargeId }) {
    moveTo(world, chargeId, "PROCESSING");
  },
  ChargePaid(world, { chargeId, heldCents, releaseAt }, at) {
    moveTo(world, chargeId, "PAID").paidAt = at;
    addHold(world, chargeId, heldCents, releaseAt);
  },
  ChargeExpired(world, { chargeId }) {
    moveTo(world, chargeId, "EXPIRED");
  },
  ChargeRefunded(world, { chargeId }) {
    moveTo(world, chargeId, "REFUNDED").reversal = "REFUND";
    removeHold(world, chargeId);
  },
  ChargeChargedBack(world, { chargeId }) {
    must(world.charges, chargeId).reversal = "CHARGEBACK";
    removeHold(world, chargeId);
  },
  HoldReleased(world, { chargeId }) {
    removeHold(world, chargeId);
  },
};

export function addHold(world: World, chargeId: string, amountCents: Cents, releaseAt: Instant | null): void {
  if (releaseAt === null) return;
  const { companyId } = must(world.charges, chargeId);
  const due = schedule(world, "hold-release", chargeId, releaseAt);
  must(world.companies, companyId).holds.set(chargeId, { chargeId, amountCents, due });
}

function removeHold(world: World, chargeId: string): void {
  must(world.companies, must(world.charges, chargeId).companyId).holds.delete(chargeId);
}

/** Only a pending charge can expire. */
function moveTo(world: World, chargeId: string, status: PaymentStatus): Charge {
  const charge = must(world.charges, chargeId);
  charge.previousStatus = charge.paymentStatus;
  charge.paymentStatus = status;
  charge.expiryDue = null;
  return charge;
}
