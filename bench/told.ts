/** The median, and between which values the others lie. */
export function told(values: readonly number[], digits = 0): string {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(digits);
  return `${at(0.5)} (${at(0)} to ${at(1)})`;
}
