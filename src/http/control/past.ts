import { existing, type World } from "../../domain/world.ts";
import { findPlace } from "../../engine/history/find-place.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import type { Handlers } from "../server/handler.ts";
import { holdView } from "../view/balance-view.ts";
import { isoInstant, isoInstantOrNull } from "../view/instant-text.ts";
import { withdrawalView } from "../view/withdrawal-view.ts";
import { rejectionView } from "./rewind.ts";

/** Shows what a company had at a place of the history. The world stays as it is. */
export const pastHandlers = {
  getPast: {
    isLong: true,
    answer: async ({ params }, { world, companyId }) => {
      const seen = await world.lookAt((present) => findPlace(world.past, params, present));
      if ("type" in seen) return rejectionView(seen, world.past.beginning);
      const { position, at } = seen;
      const { epoch } = seen.world;
      return { type: "past-read", position, at: isoInstant(at), epoch, ...companyThen(seen.world, companyId) };
    },
  },
} satisfies Partial<Handlers<operations>>;

/** Shows a company without what was over by then; nothing of one that was not there yet. */
export function companyThen(world: Readonly<World>, companyId: string) {
  const company = world.companies.get(companyId);
  if (company === undefined) return { accounts: null, holds: [], withdrawals: [], deliveries: [] };
  const withdrawals = company.withdrawIds.map((id) => existing(world.withdrawals, id));
  const deliveries = company.deliveryIds.map((id) => existing(world.deliveries, id));
  return {
    accounts: company.ledger,
    holds: Array.from(company.holds.values(), holdView),
    withdrawals: withdrawals
      .filter(({ status }) => status === "CREATED" || status === "PENDING_REVIEW" || status === "APPROVED")
      .map(withdrawalView),
    deliveries: deliveries
      .filter(({ state }) => state === "PENDING")
      .map((delivery) => ({
        ...delivery,
        attempts: delivery.attempts.length,
        nextAttemptAt: isoInstantOrNull(delivery.attemptDue?.at ?? null),
      })),
  };
}
