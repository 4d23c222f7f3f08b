import type { Coverage } from "../spec/generated/control-api.ts";

/** Returns what the clients of several sandboxes have met together. */
export function coverageSum(reports: readonly Coverage[]): Coverage {
  const outcomes = summed(reports.flatMap((report) => report.outcomes));
  const events = summed(reports.flatMap((report) => report.events));
  const faults = summed(reports.flatMap((report) => report.faults));
  const points = [...outcomes, ...events, ...faults];
  const met = points.filter(({ count }) => count > 0).length;
  const total = points.length;
  return { percent: Math.floor((100 * met) / Math.max(total, 1)), met, total, outcomes, events, faults };
}

/** Adds the counts of points that are the same but for them. */
function summed<Point extends { readonly count: number }>(points: readonly Point[]): Point[] {
  const sums = new Map<string, Point>();
  for (const point of points) {
    const name = JSON.stringify({ ...point, count: 0 });
    sums.set(name, { ...point, count: (sums.get(name)?.count ?? 0) + point.count });
  }
  return [...sums.values()];
}
