import { command } from "../../src/report/github-command.ts";
import { fixText } from "./fix.ts";
import type { ClauseResult, Report } from "./report.ts";
import { byReason, newlyBroken } from "./tally.ts";

/** How many annotations of each level GitHub shows for a step; it silently leaves out the others. */
const MOST_SHOWN = 10;

/** Commands that make annotations of a workflow's run when they are written to its log; empty when there is none to make. */
export function githubReport(report: Report): string {
  const { results, stale } = report;
  const mistakes = results.filter(({ verdict }) => verdict === "suite-error");
  const errors = [
    ...mistakes.map((result) => command("error", `${result.id}: the suite made a mistake`, textOf(result))),
    ...newlyBroken(report).map((result) => command("error", `${result.id}: broken`, textOf(result))),
    ...stale.map((id) => command("error", `${id}: not broken any more`, "Take it out of the baseline.")),
  ];
  const more = `There are ${errors.length} errors; only the first ones are shown here. The log has them all.`;
  const warnings = byReason(results, "not-judged").map(({ reason, ids }) =>
    command("warning", `${ids.length} clauses were not judged`, [reason, ...ids].join("\n")),
  );
  const commands = [
    ...(errors.length > MOST_SHOWN ? [command("error", "More errors than can be shown", more)] : []),
    ...errors,
    ...warnings,
    ...noticesOf(report),
  ];
  return commands.map((line) => `${line}\n`).join("");
}

function textOf({ text, reason = "", section, fix }: ClauseResult): string {
  return [text, reason, `Section: ${section}`, ...(fix ? [fixText(fix)] : [])].join("\n");
}

function noticesOf({ shapes, results }: Report): readonly string[] {
  const groups = shapes.map(({ outcomes, differences }) => `${outcomes.join(", ")}: ${differences.join("; ")}`);
  const isOwn = ({ id, kind }: ClauseResult) => kind === "recommendation" || id.startsWith("behaviour.");
  const behaviours = results.filter((result) => result.verdict === "observed" && isOwn(result));
  const all = [...groups, ...behaviours.map(({ id, observations }) => `${id}: ${observations.join("; ")}`)];
  return all.length === 0 ? [] : [command("notice", "Differs from what is assumed or recommended", all.join("\n"))];
}
