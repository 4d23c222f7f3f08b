import { type Charge, type ChargeIds, customerOf, pendingCharge } from "../charge.ts";
import type { ChargeCommand, CommandOf } from "../command.ts";
import { addDuration } from "../duration.ts";
import type { WorldEvent } from "../event.ts";
import { hasRoomFor } from "../ledger.ts";
import type { Cents } from "../money.ts";
import type { Notification } from "../notification.ts";
import { retain } from "../reserve.ts";
import { durationProblems, type Retention, retentionProblems } from "../settings.ts";
import { existing, type World } from "../world.ts";
import { about, accept, type Context, type Deciders, type Decision, refusedValues, reject } from "./decider.ts";

const aboutCharge = about<ChargeIds, Charge>(
  ({ charges }, { chargeId }) => charges.get(chargeId),
  ({ chargeId }) => ({ type: "charge-unknown", chargeId }),
);

export const decideCharges: Deciders<ChargeCommand["type"]> = {
  "create-charge": createCharge,
  "process-charge": aboutCharge((context, charge) => {
    if (charge.paymentStatus !== "PENDING") return stateConflict(charge);
    const moved: Charge = { ...charge, paymentStatus: "PROCESSING", previousStatus: "PENDING" };
    const event: WorldEvent = { type: "ChargeProcessing", ...idsOf(charge) };
    return changed(charge, event, raise(context, "charge.processing", moved));
  }),
  "pay-charge": aboutCharge((context, charge) => {
    if (charge.paymentStatus !== "PENDING" && charge.paymentStatus !== "PROCESSING") return stateConflict(charge);
    if (!hasRoom(context, charge)) return reject({ type: "ledger-full", total: charge.total });
    return changed(charge, ...payment(context, charge));
  }),
  "expire-charge": aboutCharge((context, charge) => {
    if (charge.paymentStatus !== "PENDING") return stateConflict(charge);
    const moved: Charge = { ...charge, paymentStatus: "EXPIRED", previousStatus: "PENDING" };
    return changed(charge, { type: "ChargeExpired", ...idsOf(charge) }, raise(context, "charge.expired", moved));
  }),
  "refund-charge": aboutCharge(
    (context, charge) => refusedReversal(charge) ?? changed(charge, reversal(context, charge, "ChargeRefunded")),
  ),
  "chargeback-charge": aboutCharge((context, charge) => {
    const refused = refusedReversal(charge);
    if (refused !== null) return refused;
    const notified = raise(context, "dispute.chargeback", { ...charge, reversal: "CHARGEBACK" });
    return changed(charge, reversal(context, charge, "ChargeChargedBack"), notified);
  }),
  "release-hold": ({ world }, { companyId, chargeId }) => {
    const { amountCents } = existing(existing(world.companies, companyId).holds, chargeId);
    const outcome = { type: "hold-released", companyId, chargeId } as const;
    return accept(outcome, { type: "HoldReleased", companyId, chargeId, amountCents });
  },
};

function createCharge(context: Context, command: CommandOf<"create-charge">): Decision {
  const { at, world } = context;
  const { companyId, total, expiresIn = null, retention = null } = command;
  const expiry = expiresIn === null ? [] : durationProblems("expiresIn", expiresIn);
  const refused = refusedValues([...expiry, ...retentionProblems(retention)]);
  if (refused !== null) return refused;
  const charge = pendingCharge(
    {
      chargeId: context.mint("charge"),
      companyId,
      total,
      externalId: command.externalId ?? null,
      customer: customerOf(command.customer),
      retention,
      expiresAt: expiresIn === null ? null : addDuration(at, expiresIn, world.settings.timeZone),
    },
    at,
  );
  if (command.paid === true && !hasRoom(context, charge)) return reject({ type: "ledger-full", total });
  const paid = command.paid === true ? payment(context, charge) : [];
  return accept({ type: "charge-created", ...idsOf(charge) }, ...creation(context, charge), ...paid);
}

function creation(context: Context, charge: Charge): WorldEvent[] {
  const { chargeId, companyId, total, externalId, customer, retention, expiresAt } = charge;
  return [
    { type: "ChargeCreated", chargeId, companyId, total, externalId, customer, retention, expiresAt },
    raise(context, "charge.pending", charge),
  ];
}

/** Returns the events of an opening balance: a payment like any other, with no retention. */
export function openingBalance(context: Context, companyId: string, total: Cents): WorldEvent[] {
  if (total === 0) return [];
  const charge = pendingCharge(
    {
      chargeId: context.mint("charge"),
      companyId,
      total,
      externalId: "opening-balance",
      retention: { percent: 0, holdFor: "PT0S" },
    },
    context.at,
  );
  return [...creation(context, charge), ...payment(context, charge)];
}

/** A payment: one part is held in the reserve, the rest is available at once. */
function payment(context: Context, charge: Charge): WorldEvent[] {
  const { at, world } = context;
  const retention = charge.retention ?? retentionOf(world, charge.companyId);
  const held = retain(charge.total, retention, at, world.settings.timeZone);
  const paid: Charge = { ...charge, paymentStatus: "PAID", previousStatus: charge.paymentStatus, paidAt: at };
  return [{ type: "ChargePaid", ...idsOf(charge), total: charge.total, ...held }, raise(context, "charge.paid", paid)];
}

/** A reversal takes the hold of the charge first, then the available balance, which can become negative. */
function reversal({ world }: Context, charge: Charge, type: "ChargeRefunded" | "ChargeChargedBack"): WorldEvent {
  const hold = existing(world.companies, charge.companyId).holds.get(charge.chargeId);
  return { type, ...idsOf(charge), total: charge.total, fromHoldCents: hold?.amountCents ?? 0 };
}

/** Only a paid charge can be reversed, and only once. */
function refusedReversal(charge: Charge): Decision | null {
  if (charge.reversal !== null) return reject({ type: "charge-already-reversed", chargeId: charge.chargeId });
  return charge.paymentStatus === "PAID" ? null : stateConflict(charge);
}

/** Returns the retention of a company's payments: its own, or else the instance's. */
export function retentionOf(world: Readonly<World>, companyId: string): Retention | null {
  return existing(world.companies, companyId).profile.retention ?? world.settings.retention;
}

function raise(context: Context, name: Extract<Notification, { charge: Charge }>["name"], charge: Charge): WorldEvent {
  return context.raise(charge.companyId, { name, charge });
}

function hasRoom({ world }: Context, { companyId, total }: Charge): boolean {
  return hasRoomFor(existing(world.companies, companyId).ledger, total);
}

function stateConflict({ chargeId, paymentStatus }: Charge): Decision {
  return reject({ type: "charge-state-conflict", chargeId, paymentStatus });
}

function changed(charge: Charge, ...events: readonly WorldEvent[]): Decision {
  return accept({ type: "charge-changed", ...idsOf(charge) }, ...events);
}

function idsOf({ chargeId, companyId }: ChargeIds): ChargeIds {
  return { chargeId, companyId };
}
