import type { Withdrawal } from "../../src/spec/generated/control-api.ts";
import type { PayoutState } from "./books.ts";

/** Whether the amounts of payouts in the books include the fee. */
export type Amounts = "gross" | "net";

/** Returns the state that books give a withdrawal. */
export function stateOf({ status }: Pick<Withdrawal, "status">): PayoutState {
  if (status === "CONFIRMED") return "paid";
  return status === "FAILED" || status === "CANCELLED" ? "failed" : "underWay";
}

/** Returns what books say of the amount of a withdrawal, in cents. */
export function bookedCents({ value, fee }: Withdrawal, amounts: Amounts): number {
  return amounts === "net" ? value - fee : value;
}
