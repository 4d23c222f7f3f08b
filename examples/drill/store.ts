import type { Withdrawal } from "./platform.ts";

/** What survives when the application dies. A real one has a database. */
export interface Store {
  readonly payouts: Payout[];
  /** Deliveries that were taken, by their identifiers. */
  readonly taken: Set<string>;
  /** Charges that were paid, and those that were charged back, in cents by identifier. */
  readonly paid: Map<string, number>;
  readonly chargedBack: Map<string, number>;
  /** The history of the platform as it was last read. */
  withdrawals: readonly Withdrawal[];
  balance: { readonly balance: number; readonly reservedBalance: number };
  /** All money that was there when the books began, withdrawals under way included. */
  openingCents: number;
  /** Makes durable what has changed. */
  save(): void;
}

export interface Payout {
  readonly reference: string;
  readonly cents: number;
  state: "waiting" | "open" | "underWay" | "paid" | "failed";
  withdrawId: string | null;
  /** Whether the platform was asked for it and has not said what became of it. */
  isAsked: boolean;
}

/** `save`: writes the store where it survives; by default it lives as long as its process. */
export function emptyStore(save: (store: Store) => void = () => {}): Store {
  const store: Store = {
    payouts: [],
    taken: new Set(),
    paid: new Map(),
    chargedBack: new Map(),
    withdrawals: [],
    balance: { balance: 0, reservedBalance: 0 },
    openingCents: 0,
    save: () => save(store),
  };
  return store;
}

/** Returns the money that withdrawals have taken: those that failed gave it back. */
export function takenCents(withdrawals: readonly Withdrawal[]): number {
  return sum(
    withdrawals.filter(({ status }) => status !== "FAILED" && status !== "CANCELLED").map(({ value }) => value),
  );
}

export function sum(amounts: Iterable<number>): number {
  return [...amounts].reduce((total, cents) => total + cents, 0);
}
