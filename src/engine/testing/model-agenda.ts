import { expire, release } from "./model-charges.ts";
import { firstPlanned, type ModelState, type Planned } from "./model-state.ts";
import { settle } from "./model-withdrawals.ts";

/** Something that the world will do by itself. */
export interface Item {
  readonly planned: Planned;
  happen(): void;
}

/** The next thing that happens within the world: a hold is released, a charge expires, a payout is settled. */
export function nextItem(state: ModelState): Item | undefined {
  const releases = state.holds.map(({ charge, release: planned }): Item => {
    return { planned, happen: () => release(state, charge) };
  });
  const expiries = state.charges.flatMap((charge): Item[] => {
    return charge.expiry === null ? [] : [{ planned: charge.expiry, happen: () => expire(state, charge) }];
  });
  const settlements = state.withdrawals.flatMap((withdrawal): Item[] => {
    const { settlement } = withdrawal;
    if (settlement === null) return [];
    return [{ planned: settlement, happen: () => settle(state, withdrawal, settlement.outcome) }];
  });
  return firstPlanned([...releases, ...expiries, ...settlements]);
}
