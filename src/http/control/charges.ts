import { must } from "../../domain/world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import type { OutcomeShapes } from "../../spec/renderer.ts";
import { outcomeView } from "../reply/outcome-view.ts";
import type { CompanyHandler, Handlers } from "../server/handler.ts";
import { chargeShape, chargeView } from "../view/charge-view.ts";
import { newestFirst } from "./newest-first.ts";

export const chargeShapes: OutcomeShapes = {
  "charges-listed": { charges: [chargeShape] },
  "charge-read": chargeShape,
};

type Move = "process-charge" | "pay-charge" | "expire-charge" | "refund-charge" | "chargeback-charge";
/** The outcomes that all operations on a charge share. */
type OnCharge = { parameters: { path: { chargeId: string } } };
type ChargeOperation =
  | "createCharge"
  | "listCharges"
  | "getCharge"
  | "processCharge"
  | "payCharge"
  | "expireCharge"
  | "refundCharge"
  | "chargebackCharge";

/** Charges are created, paid, expired, refunded and disputed. */
export const chargeHandlers: Handlers<Pick<operations, ChargeOperation>> = {
  createCharge: {
    outcomes: ["charge-created", "value-not-allowed", "ledger-full"],
    answer: ({ body }, session) => session.execute({ ...body, type: "create-charge", companyId: session.companyId }),
  },
  listCharges: {
    outcomes: ["charges-listed"],
    answer: ({ query }, session) =>
      session.read(({ world }, { chargeIds }) => {
        const charges = newestFirst(chargeIds, query).map((id) => chargeView(world, must(world.charges, id)));
        return { type: "charges-listed", charges };
      }),
  },
  getCharge: {
    outcomes: ["charge-read", "charge-unknown"],
    answer: ({ params: { chargeId } }, session) =>
      session.read((moment, { companyId }) => {
        const charge = moment.world.charges.get(chargeId);
        if (charge?.companyId === companyId) return { type: "charge-read", ...chargeView(moment.world, charge) };
        return outcomeView({ type: "charge-unknown", chargeId }, moment);
      }),
  },
  processCharge: move("process-charge", ["charge-state-conflict"]),
  payCharge: move("pay-charge", ["charge-state-conflict", "ledger-full"]),
  expireCharge: move("expire-charge", ["charge-state-conflict"]),
  refundCharge: move("refund-charge", ["charge-state-conflict", "charge-already-reversed"]),
  chargebackCharge: move("chargeback-charge", ["charge-state-conflict", "charge-already-reversed"]),
};

function move(type: Move, refusals: readonly string[]): CompanyHandler<OnCharge> {
  return {
    outcomes: ["charge-changed", "charge-unknown", ...refusals],
    answer: ({ params: { chargeId } }, session) => session.execute({ type, companyId: session.companyId, chargeId }),
  };
}
