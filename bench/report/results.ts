import type { Machine } from "../machine.ts";
import type { Row } from "../row.ts";

/** All that was measured in one run. */
export interface Results {
  readonly measuredAt: string;
  /** What measures it again. */
  readonly command: string;
  readonly rounds: number;
  readonly machine: Machine;
  readonly rows: readonly Row[];
}
