import type { Spread } from "../spread.ts";

/** The median, and between which values the others lie: `1,234 (1,200–1,300)`. */
export function toldSpread({ median, least, most }: Spread): string {
  return least === most ? told(median) : `${told(median)} (${told(least)}–${told(most)})`;
}

/** Three digits that mean something. */
export function told(value: number): string {
  if (!Number.isFinite(value)) return "unknown";
  return value.toLocaleString("en-US", { maximumSignificantDigits: Math.max(3, Math.trunc(value).toString().length) });
}
