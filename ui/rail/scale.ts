/** A part of the time of the world. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** A part of the axis: either time to scale, or an idle gap that is folded to a fixed width. */
interface Segment extends Stretch {
  readonly x0: number;
  readonly x1: number;
  readonly isFolded: boolean;
}

/** The axis of the rail: world time to pixels and back. */
export interface Scale {
  readonly segments: readonly Segment[];
  readonly width: number;
  x(ms: number): number;
  ms(x: number): number;
}

/** The width of a folded gap, in which its length can be read. */
const FOLD_PX = 44;

/** A gap is folded only if it would take more than this part of what is not folded. */
const FOLD_SHARE = 0.08;

/** Folds at most take this part of the axis. */
const MAX_FOLDED_SHARE = 0.6;

/** No gap is folded any more when half of the others are at least this wide, so that their ends are told apart. */
const ENOUGH_PX = 14;

/**
 * Lays out the time from the first to the last of these instants, at which something happens. Long gaps without anything
 * are folded, the longest first, until the other instants can be told apart.
 */
export function layOut(instants: readonly number[], width: number): Scale {
  const stops = [...new Set(instants)].sort((a, b) => a - b);
  const gaps = stops.slice(1).map((toMs, i) => ({ fromMs: stops[i] ?? toMs, toMs }));
  const folded = new Set(foldedGaps(gaps, width));
  const unfoldedMs = gaps.reduce((sum, gap) => (folded.has(gap) ? sum : sum + length(gap)), 0);
  // Where all is folded, the gaps share the width.
  const foldPx = unfoldedMs === 0 && gaps.length > 0 ? width / gaps.length : FOLD_PX;
  const pxPerMs = unfoldedMs === 0 ? 0 : (width - folded.size * foldPx) / unfoldedMs;
  const segments: Segment[] = [];
  let x = 0;
  for (const gap of gaps) {
    const isFolded = folded.has(gap);
    const x1 = x + (isFolded ? foldPx : length(gap) * pxPerMs);
    const before = segments.at(-1);
    if (before !== undefined && !before.isFolded && !isFolded) {
      segments[segments.length - 1] = { ...before, toMs: gap.toMs, x1 };
    } else segments.push({ ...gap, x0: x, x1, isFolded });
    x = x1;
  }
  return scaleOf(segments, width);
}

function length({ fromMs, toMs }: Stretch): number {
  return toMs - fromMs;
}

function foldedGaps(gaps: readonly Stretch[], width: number): readonly Stretch[] {
  const longest = gaps.toSorted((a, b) => length(b) - length(a));
  const maxFolds = Math.floor((width * MAX_FOLDED_SHARE) / FOLD_PX);
  let restMs = gaps.reduce((sum, gap) => sum + length(gap), 0);
  const folded: Stretch[] = [];
  for (const [i, gap] of longest.slice(0, maxFolds).entries()) {
    const middle = longest[i + Math.floor((longest.length - i) / 2)] ?? gap;
    const pxPerMs = (width - i * FOLD_PX) / restMs;
    if (length(gap) < restMs * FOLD_SHARE || length(middle) * pxPerMs >= ENOUGH_PX) break;
    folded.push(gap);
    restMs -= length(gap);
  }
  return folded;
}

function scaleOf(segments: readonly Segment[], width: number): Scale {
  const first = segments[0];
  const last = segments.at(-1);
  return {
    segments,
    width,
    x(ms) {
      if (first === undefined || last === undefined || ms <= first.fromMs) return 0;
      const { fromMs, toMs, x0, x1 } = segments.find((segment) => ms <= segment.toMs) ?? last;
      return x0 + ((Math.min(ms, toMs) - fromMs) / (toMs - fromMs)) * (x1 - x0);
    },
    ms(x) {
      if (first === undefined || last === undefined) return 0;
      const { fromMs, toMs, x0, x1 } = segments.find((segment) => x <= segment.x1) ?? last;
      const share = Math.min(1, Math.max(0, (x - x0) / (x1 - x0)));
      return fromMs + share * (toMs - fromMs);
    },
  };
}
