import type { Instant } from "../../domain/instant.ts";
import type { Position } from "../../store/world-store.ts";
import { branchTo, type Chronicle, type Stretch } from "./chronicle.ts";
import { rowAfter, type TimelineRow } from "./timeline.ts";

/** A part of the history between two rewinds, or up to where one went back. */
export interface KnownStretch extends Stretch {
  /** Null if the rewind that began it is forgotten. */
  readonly epoch: number | null;
  readonly fromAt: Instant;
  readonly toAt: Instant;
  /** Whether it belongs to the present. */
  readonly live: boolean;
}

/** Returns the stretches of a history up to a position in their order, those that rewinds left included. */
export function stretchesOf(
  rows: readonly TimelineRow[],
  chronicle: Readonly<Chronicle>,
  position: Position,
  beginning: { readonly epoch: number | null },
): KnownStretch[] {
  const present = branchTo(chronicle, position);
  const rewinds = chronicle.rewinds.filter((rewind) => rewind.position <= position);
  const borders = new Set([0, position]);
  for (const { after, upTo } of present) borders.add(after).add(upTo);
  for (const rewind of rewinds) borders.add(rewind.position - 1);
  const inOrder = [...borders].sort((a, b) => a - b);
  return inOrder.slice(1).flatMap((upTo, i) => {
    const after = inOrder[i] ?? 0;
    const [first, last] = [rows[rowAfter(rows, after)], rows[rowAfter(rows, upTo) - 1]];
    // Nothing is known of a stretch that is forgotten.
    if (first === undefined || last === undefined || first.position > upTo) return [];
    const epoch = rewinds.findLast((rewind) => rewind.position <= upTo)?.epoch ?? beginning.epoch;
    const live = present.some((stretch) => after >= stretch.after && upTo <= stretch.upTo);
    return [{ epoch, after, upTo, fromAt: first.at, toAt: last.at, live }];
  });
}
