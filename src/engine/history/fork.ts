import type { Position } from "../../store/world-store.ts";
import { branchTo, type Chronicle, type Stretch } from "./chronicle.ts";

/** Where the ways to two places of a history part, and what each way has after that. */
export interface Fork {
  /** The last position that is on both ways. */
  readonly common: Position;
  readonly left: readonly Stretch[];
  readonly right: readonly Stretch[];
}

/** Returns where the branches that lead to two positions part. */
export function forkOf(chronicle: Chronicle, left: Position, right: Position): Fork {
  const [ofLeft, ofRight] = [branchTo(chronicle, left), branchTo(chronicle, right)];
  let common = 0;
  for (const [i, stretch] of ofLeft.entries()) {
    const other = ofRight[i];
    if (other?.after !== stretch.after) break;
    common = Math.min(stretch.upTo, other.upTo);
    if (stretch.upTo !== other.upTo) break;
  }
  return { common, left: partsAfter(ofLeft, common), right: partsAfter(ofRight, common) };
}

function partsAfter(branch: readonly Stretch[], position: Position): readonly Stretch[] {
  return branch.flatMap(({ after, upTo }) => (upTo > position ? [{ after: Math.max(after, position), upTo }] : []));
}
