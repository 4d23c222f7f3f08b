import { type Charge, type ChargeIds, type PaymentStatus, pendingCharge } from "../charge.ts";
import type { ChargeEvent } from "../event.ts";
import type { Instant } from "../instant.ts";
import type { Cents } from "../money.ts";
import { schedule } from "../schedule.ts";
import { addCharge, existing, type World } from "../world.ts";
import type { Evolvers } from "./evolver.ts";

export const evolveCharges: Evolvers<ChargeEvent["type"]> = {
  ChargeCreated(world, { type: _, ...facts }, at) {
    const { companyId, chargeId, expiresAt } = facts;
    const expiryDue = expiresAt === null ? null : schedule(world, "charge-expiry", companyId, chargeId, expiresAt);
    world.minted.charge += 1;
    addCharge(world, { ...pendingCharge(facts, at), expiryDue });
  },
  ChargeProcessing(world, { chargeId }) {
    moveTo(world, chargeId, "PROCESSING");
  },
  ChargePaid(world, event, at) {
    moveTo(world, event.chargeId, "PAID", { paidAt: at });
    addHold(world, event, event.heldCents, event.releaseAt);
  },
  ChargeExpired(world, { chargeId }) {
    moveTo(world, chargeId, "EXPIRED");
  },
  ChargeRefunded(world, event) {
    moveTo(world, event.chargeId, "REFUNDED", { reversal: "REFUND" });
    removeHold(world, event);
  },
  ChargeChargedBack(world, event) {
    const charge = existing(world.charges, event.chargeId);
    world.charges.set(event.chargeId, { ...charge, reversal: "CHARGEBACK" });
    removeHold(world, event);
  },
  HoldReleased: removeHold,
};

export function addHold(
  world: World,
  { companyId, chargeId }: ChargeIds,
  amountCents: Cents,
  releaseAt: Instant | null,
): void {
  if (releaseAt === null) return;
  const due = schedule(world, "hold-release", companyId, chargeId, releaseAt);
  existing(world.companies, companyId).holds.set(chargeId, { chargeId, amountCents, due });
}

function removeHold(world: World, { companyId, chargeId }: ChargeIds): void {
  existing(world.companies, companyId).holds.delete(chargeId);
}

/** Only a pending charge can expire. */
function moveTo(world: World, chargeId: string, paymentStatus: PaymentStatus, also: Partial<Charge> = {}): void {
  const charge = existing(world.charges, chargeId);
  const previousStatus = charge.paymentStatus;
  world.charges.set(chargeId, { ...charge, paymentStatus, previousStatus, expiryDue: null, ...also });
}
