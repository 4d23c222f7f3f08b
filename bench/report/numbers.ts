import type { Spread } from "../spread.ts";

/** The median, and between which values eight of ten lie: `1,234 (1,200–1,300)`. */
export function toldSpread({ median, low, high }: Spread): string {
  return low === high ? told(median) : `${told(median)} (${told(low)}–${told(high)})`;
}

/** Three digits that mean something. */
export function told(value: number): string {
  if (!Number.isFinite(value)) return "unknown";
  return value.toLocaleString("en-US", { maximumSignificantDigits: Math.max(3, Math.trunc(value).toString().length) });
}
