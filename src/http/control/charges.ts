import { existing } from "../../domain/world.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { outcomeView } from "../reply/outcome-view.ts";
import { commandHandler, type Handlers } from "../server/handler.ts";
import { chargeView } from "../view/charge-view.ts";
import { newestFirst } from "./newest-first.ts";

export const chargeHandlers = {
  createCharge: commandHandler(({ body }, companyId) => ({ ...body, type: "create-charge", companyId })),
  listCharges: {
    answer: ({ query }, session) =>
      session.read(({ world }, { chargeIds }) => {
        const charges = newestFirst(chargeIds, query).map((id) => chargeView(world, existing(world.charges, id)));
        return { type: "charges-listed", charges };
      }),
  },
  getCharge: {
    answer: ({ params: { chargeId } }, session) =>
      session.read((moment, { companyId }) => {
        const charge = moment.world.charges.get(chargeId);
        if (charge?.companyId === companyId) return { type: "charge-read", ...chargeView(moment.world, charge) };
        return outcomeView({ type: "charge-unknown", chargeId }, moment);
      }),
  },
  processCharge: commandHandler(({ params }, companyId) => ({ ...params, type: "process-charge", companyId })),
  payCharge: commandHandler(({ params }, companyId) => ({ ...params, type: "pay-charge", companyId })),
  expireCharge: commandHandler(({ params }, companyId) => ({ ...params, type: "expire-charge", companyId })),
  refundCharge: commandHandler(({ params }, companyId) => ({ ...params, type: "refund-charge", companyId })),
  chargebackCharge: commandHandler(({ params }, companyId) => ({ ...params, type: "chargeback-charge", companyId })),
} satisfies Partial<Handlers<operations>>;
