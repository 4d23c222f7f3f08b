import type { Changes } from "./changes.ts";
import type { Report } from "./report.ts";
import { newlyBroken } from "./tally.ts";

/** How the process ends. `usage`: nothing was judged. `changed`: nothing is broken, but it differs from last time. */
export const exitCodes = { passed: 0, broken: 1, usage: 2, incomplete: 3, suiteError: 4, changed: 5 } as const;

type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * A mistake of the suite outweighs what it found, for that may be wrong; a broken clause outweighs what was not judged.
 * Observations, assumptions that were not judged, what was opted out and what is known to be broken do not count. With `changes` only
 * what is new does: what the last run had not judged either is no news.
 */
export function exitCodeOf(report: Report, changes?: Changes): ExitCode {
  const { results, stale } = report;
  // A selection that matches nothing would otherwise pass for ever.
  if (results.length === 0 || results.some(({ verdict }) => verdict === "suite-error")) return exitCodes.suiteError;
  if (changes !== undefined) return ofChanges(changes);
  if (newlyBroken(report).length > 0 || stale.length > 0) return exitCodes.broken;
  const isIncomplete = results.some(({ kind, verdict }) => kind !== "assumption" && verdict === "not-judged");
  return isIncomplete ? exitCodes.incomplete : exitCodes.passed;
}

function ofChanges({ broken, notJudged, appeared, gone, settings }: Changes): ExitCode {
  if (broken.length > 0) return exitCodes.broken;
  if (notJudged.length > 0) return exitCodes.incomplete;
  return appeared.length + gone.length + settings.length > 0 ? exitCodes.changed : exitCodes.passed;
}

/** The same in a sentence. */
export function conclusionOf(report: Report, changes?: Changes): string {
  const code = exitCodeOf(report, changes);
  const since = changes === undefined ? "" : " since the last report";
  if (code === exitCodes.suiteError && report.results.length === 0) return "No clause was chosen.";
  if (code === exitCodes.suiteError) return "The suite made a mistake; what it says of the target may be incomplete.";
  if (code === exitCodes.changed) return `Nothing new is broken; the target behaves differently${since}.`;
  if (code === exitCodes.broken) return brokenText(report, changes);
  if (code === exitCodes.incomplete)
    return `Nothing${changes === undefined ? "" : " new"} is broken; some clauses were not judged.`;
  if (changes !== undefined) return `Nothing has changed${since}.`;
  if (report.results.some(({ verdict }) => verdict === "broken")) return "Nothing is broken that was not known to be.";
  return "Every clause that was judged passed.";
}

function brokenText(report: Report, changes: Changes | undefined): string {
  const count = (changes?.broken ?? newlyBroken(report)).length;
  const stale = changes === undefined ? report.stale.length : 0;
  return [
    ...(count > 0 ? [`The target breaks ${count} clause${count === 1 ? "" : "s"}${changes ? " more" : ""}.`] : []),
    ...(stale > 0 ? [`${stale} of the baseline ${stale === 1 ? "is" : "are"} not broken any more.`] : []),
  ].join(" ");
}
