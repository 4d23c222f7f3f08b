/** An amount of Brazilian reais in integer cents (interface: "All monetary amounts are integers in cents"). */
export type Cents = number;

/** The only currency of the platform (interface: "Balance"). */
export const currency = "BRL";

/**
 * Returns `percent` of an amount, rounded half up to whole cents. `percent` has at most two decimals (12.34). It
 * computes with big integers, so that large amounts stay exact.
 */
export function percentOf(amountCents: Cents, percent: number): Cents {
  const basisPoints = BigInt(Math.round(percent * 100));
  return Number((BigInt(amountCents) * basisPoints + 5_000n) / 10_000n);
}
