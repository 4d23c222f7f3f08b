import type { Position } from "../../store/world-store.ts";
import { branchTo, type Chronicle, type Stretch } from "./chronicle.ts";

/** Returns the last position that is on both of the branches that lead to two positions, and what each has after that. */
export function forkOf(chronicle: Chronicle, left: Position, right: Position) {
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
