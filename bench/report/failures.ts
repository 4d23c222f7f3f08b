import type { Row } from "../row.ts";

/** Any request that failed makes a row worthless. */
export function failuresOf({ figures }: Row): number {
  return figures.reduce((sum, { failed }) => sum + failed, 0);
}
