import type { Company } from "../../domain/company.ts";
import { currency } from "../../domain/money.ts";
import type { ReserveHold } from "../../domain/reserve.ts";
import { KeptList } from "../../spec/kept-list.ts";
import { isoInstant } from "./instant-text.ts";
import type { ShapeOf } from "./shape-of.ts";

const holdShape = {
  chargeId: true,
  amountCents: true,
  releaseAt: true,
  status: true,
} as const satisfies ShapeOf<ReturnType<typeof holdView>>;
export const balanceShape = {
  balance: true,
  currency: true,
  reservedBalance: true,
  reserveHolds: [holdShape],
} as const satisfies ShapeOf<ReturnType<typeof balanceView>>;

/** Interface: "Balance". Amounts in cents. */
export function balanceView({ ledger, holds }: Company) {
  const reserveHolds = new KeptList(holds.list, holdView);
  return { balance: ledger.available, currency, reservedBalance: ledger.reserved, reserveHolds };
}

/** Interface: "Reserve hold". */
export function holdView({ chargeId, amountCents, due }: ReserveHold) {
  return { chargeId, amountCents, releaseAt: isoInstant(due.at), status: "HELD" };
}
