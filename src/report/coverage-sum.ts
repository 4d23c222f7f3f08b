import type { CoverageReport } from "./coverage-report.ts";

/** Returns what was parsed as a report. Throws an `Error` that says what is wrong. */
export function readCoverage(parsed: unknown): CoverageReport {
  const file = Object(parsed);
  return {
    percent: numberIn(file, "percent"),
    met: numberIn(file, "met"),
    total: numberIn(file, "total"),
    outcomes: listIn(file, "outcomes").map((point) => {
      return { operationId: textIn(point, "operationId"), outcome: textIn(point, "outcome"), ...countIn(point) };
    }),
    events: listIn(file, "events").map((point) => ({ event: textIn(point, "event"), ...countIn(point) })),
    faults: listIn(file, "faults").map((point) => ({ kind: textIn(point, "kind"), ...countIn(point) })),
  };
}

/** Returns what the clients of several sandboxes have met together. */
export function coverageSum(reports: readonly CoverageReport[]): CoverageReport {
  const outcomes = summed(reports.flatMap((report) => report.outcomes));
  const events = summed(reports.flatMap((report) => report.events));
  const faults = summed(reports.flatMap((report) => report.faults));
  const points = [...outcomes, ...events, ...faults];
  const met = points.filter(({ count }) => count > 0).length;
  const total = points.length;
  return { percent: Math.floor((100 * met) / Math.max(total, 1)), met, total, outcomes, events, faults };
}

/** Adds the counts of points that are the same but for them. */
function summed<Point extends { readonly count: number }>(points: readonly Point[]): readonly Point[] {
  const sums = new Map<string, Point>();
  for (const point of points) {
    const name = JSON.stringify({ ...point, count: 0 });
    sums.set(name, { ...point, count: (sums.get(name)?.count ?? 0) + point.count });
  }
  return [...sums.values()];
}

const NO_REPORT = "it is no report of saldo coverage (--save-json)";

function listIn(file: Record<string, unknown>, name: string): readonly Record<string, unknown>[] {
  const list = file[name];
  if (!Array.isArray(list)) throw new Error(`${NO_REPORT}: it has no list ${name}`);
  return list.map((point: unknown) => Object(point));
}

function textIn(point: Record<string, unknown>, name: string): string {
  const text = point[name];
  if (typeof text !== "string") throw new Error(`${NO_REPORT}: ${name} must be a text`);
  return text;
}

function countIn(point: Record<string, unknown>): { readonly count: number } {
  return { count: numberIn(point, "count") };
}

function numberIn(point: Record<string, unknown>, name: string): number {
  const number = point[name];
  if (typeof number === "number" && Number.isInteger(number) && number >= 0) return number;
  throw new Error(`${NO_REPORT}: ${name} must be a whole number`);
}
