import { countsOf } from "./counts.ts";
import type { Report } from "./report.ts";

/** A check of a program that works with the platform, such as a receiver of its webhooks. */
interface Check extends Pick<Report, "version" | "target" | "results" | "remarks"> {
  readonly startedAt: Date;
}

/** Returns the report of a check that ends now. It spends nothing, and leaves nothing behind. */
export function checkReport({ version, startedAt, target, results, remarks }: Check): Report {
  return {
    format: 2,
    version,
    startedAt: startedAt.toISOString(),
    durationMs: Date.now() - startedAt.getTime(),
    target,
    counts: countsOf(results),
    results,
    remarks,
    shapes: [],
    missing: [],
    spent: { budgetCents: 0, cents: 0, payments: [], mails: 0 },
    leftBehind: [],
    isInterrupted: false,
    stale: [],
  };
}
