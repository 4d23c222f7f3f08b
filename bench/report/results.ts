import type { Machine } from "../machine.ts";
import type { Row } from "../row.ts";

/** All that a run has measured, as it is written down. */
export interface Results {
  /** When it was measured: ISO 8601 in UTC. */
  readonly measuredAt: string;
  readonly command: string;
  readonly rounds: number;
  readonly machine: Machine;
  readonly rows: readonly Row[];
}

/** Any request that failed makes a row worthless. */
export function failuresOf({ figures }: Row): number {
  return figures.reduce((sum, { failed }) => sum + failed, 0);
}
