import { valuesIn } from "../judge/json.ts";
import { actsIn } from "../trace/find.ts";
import { startOf } from "../trace/order.ts";
import type { TraceEntry } from "../trace/trace.ts";
import { retentionIn, type SeenRetention } from "./retention.ts";
import type { Seen } from "./seen.ts";
import type { Simulation } from "./simulations.ts";
import { saysReview } from "./withdrawals.ts";

/** How an account was set before the run set something itself, as far as the trace shows it. Amounts in cents. */
export interface OwnSettings {
  readonly withdrawalFee?: number;
  readonly minimumWithdrawal?: number;
  readonly manualApproval?: boolean;
  readonly retention?: SeenRetention;
}

export function ownSettings({ simulations, confirmations, trace }: Seen): OwnSettings {
  const simulation = simulations.find(({ call }) => isBeforeOrders(call, "withdrawalFee", trace));
  const confirmed = confirmations.flatMap(({ call, accepted, state }) =>
    accepted && state === "open" && isBeforeOrders(call, "manualApproval", trace) ? [call] : [],
  );
  const isReviewed = confirmed.some(saysReview);
  // Any other word does not tell whether a payment waits for an approval, and what is told here is put back.
  const isTold = isReviewed || confirmed.some(({ response }) => valuesIn(response?.json).includes("APPROVED"));
  const retention = retentionIn(trace.filter((entry) => isBeforeOrders(entry, "retention", trace)));
  return {
    ...(simulation !== undefined && simulatedSettings(simulation)),
    ...(isTold && { manualApproval: isReviewed }),
    ...(retention !== undefined && { retention }),
  };
}

/** A fee may also be a share of the amount, whatever the settings say of it. */
export function simulatedSettings({ told }: Pick<Simulation, "told">): OwnSettings {
  const [fee, floor] = [told.get("fee"), told.get("realMinimum")];
  return {
    ...(fee !== undefined && { withdrawalFee: fee }),
    ...(fee !== undefined && floor !== undefined && { minimumWithdrawal: floor - fee }),
  };
}

function isBeforeOrders(entry: TraceEntry, name: string, trace: readonly TraceEntry[]): boolean {
  const order = actsIn(trace, "change-settings").find((one) => one.account === entry.account && name in one.given);
  return order === undefined || startOf(entry) < startOf(order);
}
