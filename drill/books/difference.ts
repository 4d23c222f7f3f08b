/** Something that the books and the platform disagree about. */
export interface Difference {
  readonly kind: DifferenceKind;
  /** A sentence with the amount. */
  readonly text: string;
  /** The withdrawals that it is about. */
  readonly withdrawIds: readonly string[];
}

/** In the order in which differences are told: what costs most comes first. */
const DIFFERENCE_KINDS = [
  "paid-twice",
  "paid-after-all",
  "not-paid",
  "unknown",
  "adopted",
  "counted-twice",
  "amount",
  "unnoticed",
  "still-open",
  "stuck",
  "total",
  "unexplained",
  "rule",
  "settle",
] as const;

export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number];

export function worstFirst(differences: readonly Difference[]): readonly Difference[] {
  const rank = ({ kind }: Difference) => DIFFERENCE_KINDS.indexOf(kind);
  return differences.toSorted((one, other) => rank(one) - rank(other));
}
