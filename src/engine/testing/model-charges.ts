import { notify } from "./model-deliveries.ts";
import type { ChargeMove, ModelAnswer } from "./model-request.ts";
import { type ModelCharge, type ModelState, newKey, plan } from "./model-state.ts";

export function createCharge(
  state: ModelState,
  { total, expiresInMs, paid }: { total: number; expiresInMs: number | null; paid: boolean },
): ModelAnswer {
  const expiresAt = expiresInMs === null ? null : state.now + expiresInMs;
  const expiry = expiresAt === null ? null : plan(state, expiresAt);
  const key = newKey();
  const beginning = { status: "PENDING", isReversed: false, paidAt: null } as const;
  const charge: ModelCharge = { key, total, ...beginning, expiresAt, expiry };
  state.charges.push(charge);
  tell(state, charge, "charge.pending");
  if (paid) pay(state, charge);
  return { type: "charge-created", of: key };
}

export function moveCharge(state: ModelState, move: ChargeMove, target: string): ModelAnswer {
  const charge = state.charges.find(({ key }) => key === target);
  if (charge === undefined) return { type: "charge-unknown" };
  if (move === "refund" || move === "chargeback") return reverse(state, charge, move);
  const open = move === "pay" ? ["PENDING", "PROCESSING"] : ["PENDING"];
  if (!open.includes(charge.status))
    return { type: "charge-state-conflict", details: { paymentStatus: charge.status } };
  if (move === "pay") pay(state, charge);
  if (move === "expire") expire(state, charge);
  if (move === "process") {
    charge.status = "PROCESSING";
    charge.expiry = null;
    tell(state, charge, "charge.processing");
  }
  return { type: "charge-changed" };
}

/** A charge that nobody has paid in time. */
export function expire(state: ModelState, charge: ModelCharge): void {
  charge.status = "EXPIRED";
  charge.expiry = null;
  tell(state, charge, "charge.expired");
}

export function release(state: ModelState, charge: string): void {
  const cents = takeHold(state, charge);
  state.money.reserved -= cents;
  state.money.available += cents;
}

/** Of a payment a part is held, rounded half up to cents; the rest is available at once. */
function pay(state: ModelState, charge: ModelCharge): void {
  const { money, settings, now } = state;
  const { basisPoints, holdForMs } = settings.retention ?? { basisPoints: 0, holdForMs: 0 };
  const heldCents = Math.floor((charge.total * basisPoints) / 10_000 + 0.5);
  charge.status = "PAID";
  charge.expiry = null;
  charge.paidAt = now;
  money.customers -= charge.total;
  money.available += charge.total - heldCents;
  money.reserved += heldCents;
  if (heldCents > 0) {
    state.holds.push({ charge: charge.key, cents: heldCents, release: plan(state, now + holdForMs) });
  }
  tell(state, charge, "charge.paid");
}

/** Once in the life of a charge: the money goes back, first what is held of it, then what is available. */
function reverse(state: ModelState, charge: ModelCharge, move: "refund" | "chargeback"): ModelAnswer {
  if (charge.isReversed) return { type: "charge-already-reversed" };
  if (charge.status !== "PAID") return { type: "charge-state-conflict", details: { paymentStatus: charge.status } };
  const heldCents = takeHold(state, charge.key);
  state.money.reserved -= heldCents;
  state.money.available -= charge.total - heldCents;
  state.money.customers += charge.total;
  charge.isReversed = true;
  if (move === "refund") charge.status = "REFUNDED";
  else tell(state, charge, "dispute.chargeback");
  return { type: "charge-changed" };
}

function takeHold(state: ModelState, charge: string): number {
  const hold = state.holds.find((one) => one.charge === charge);
  state.holds = state.holds.filter((one) => one !== hold);
  return hold?.cents ?? 0;
}

function tell(state: ModelState, charge: ModelCharge, event: string): void {
  notify(state, event, charge.key, charge.status);
}
