import type { Report } from "./report.ts";
import { isNewlyBroken, withVerdict } from "./tally.ts";

/** How the process ends. `usage`: wrong flags or a wrong file, so that nothing was run. */
export const exitCodes = { held: 0, broken: 1, usage: 2, incomplete: 3, suiteError: 4 } as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/**
 * What a run comes to. A fault of the suite outweighs what it found, for that may be wrong; a broken clause outweighs that
 * others could not run. Observations, what was opted out and what is known to be broken do not count against the target.
 */
export function exitCodeOf(report: Report): ExitCode {
  const { results, suiteErrors, baseline } = report;
  // A selection that matches nothing would otherwise pass for ever.
  if (results.length === 0 || suiteErrors.length > 0) return exitCodes.suiteError;
  if (withVerdict(results, "suite-error").length > 0) return exitCodes.suiteError;
  if (results.some(isNewlyBroken) || (baseline?.stale.length ?? 0) > 0) return exitCodes.broken;
  if (withVerdict(results, "could-not-run").length > 0) return exitCodes.incomplete;
  return exitCodes.held;
}

/** The same in a sentence, for the head of a report. */
export function conclusionOf(report: Report): string {
  switch (exitCodeOf(report)) {
    case exitCodes.suiteError:
      return report.results.length === 0
        ? "Nothing was selected, so nothing is known."
        : "The suite itself failed; what it says of the target may be incomplete.";
    case exitCodes.broken:
      return brokenConclusion(report);
    case exitCodes.incomplete:
      return "Nothing new is broken, but some clauses could not run.";
    default:
      return heldConclusion(report);
  }
}

function brokenConclusion({ results, baseline }: Report): string {
  const broken = results.filter(isNewlyBroken).length;
  const stale = baseline?.stale.length ?? 0;
  const ofTarget = broken === 1 ? "The target breaks 1 clause." : `The target breaks ${broken} clauses.`;
  const ofBaseline = stale === 1 ? "1 entry of the baseline is stale." : `${stale} entries of the baseline are stale.`;
  return [broken > 0 ? ofTarget : "", stale > 0 ? ofBaseline : ""].filter((text) => text !== "").join(" ");
}

function heldConclusion({ results }: Report): string {
  if (withVerdict(results, "broken").length > 0) return "Nothing is broken that was not known to be.";
  const others = withVerdict(results, "observed").filter(({ clause }) => clause.kind === "recommendation").length;
  if (others > 0)
    return `Everything documented held; ${others} ${others === 1 ? "recommendation" : "recommendations"} did not.`;
  return withVerdict(results, "opted-out").length > 0 ? "Everything that was allowed to run held." : "Everything held.";
}
