import type { Company } from "../../domain/company.ts";
import { currency } from "../../domain/money.ts";
import type { ReserveHold } from "../../domain/reserve.ts";
import { isoInstant } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

/** Interface: "Balance" and "Reserve hold". Amounts in cents. */
export interface BalanceView {
  readonly balance: number;
  readonly currency: string;
  readonly reservedBalance: number;
  readonly reserveHolds: readonly HoldView[];
}

export interface HoldView {
  readonly chargeId: string;
  readonly amountCents: number;
  readonly releaseAt: string;
  readonly status: "HELD";
}

export const holdShape: ShapeOf<HoldView> = { chargeId: true, amountCents: true, releaseAt: true, status: true };
export const balanceShape: ShapeOf<BalanceView> = {
  balance: true,
  currency: true,
  reservedBalance: true,
  reserveHolds: [holdShape],
};

export function balanceView({ ledger, holds }: Company): BalanceView {
  const reserveHolds = [...holds.values()].map(holdView);
  return { balance: ledger.available, currency, reservedBalance: ledger.reserved, reserveHolds };
}

export function holdView({ chargeId, amountCents, due }: ReserveHold): HoldView {
  return { chargeId, amountCents, releaseAt: isoInstant(due.at), status: "HELD" };
}
