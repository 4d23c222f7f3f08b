import { harmless } from "../../src/report/screen.ts";
import type { ClauseResult, Report } from "./report.ts";
import { isNewlyBroken, type Lack, lacksOf, withVerdict } from "./tally.ts";
import { asideOf, needWords, unnamedNeed } from "./verdict-words.ts";

type Level = "error" | "warning" | "notice";

interface Annotation {
  readonly title: string;
  readonly text: string;
}

/** GitHub shows so many annotations of each level for a step, and silently leaves out the others. */
const mostShown = 10;

const longestText = 4_000;

/** Commands that make annotations of a workflow's run when they are written to its log; empty when there is none to make. */
export function githubReport(report: Report): string {
  const commands = [
    ...commandsFor("error", errorsOf(report)),
    ...lacksOf(report.results, "could-not-run").map((lack) => command("warning", warningOf(lack))),
    ...noticesOf(report),
  ];
  return commands.map((line) => `${line}\n`).join("");
}

function errorsOf({ results, suiteErrors, baseline }: Report): readonly Annotation[] {
  const nothing = results.length === 0 ? ["Nothing was selected, so nothing is known."] : [];
  return [
    ...[...nothing, ...suiteErrors].map((text) => ({ title: "The suite failed", text })),
    ...withVerdict(results, "suite-error").map((result) => annotationOf(result, "the suite failed")),
    ...results.filter(isNewlyBroken).map((result) => annotationOf(result, "broken")),
    ...(baseline?.stale ?? []).map((clause) => ({
      title: `${clause}: stale`,
      text: "It is in the baseline, but not broken any more. Take it out.",
    })),
  ];
}

function annotationOf({ clause, verdict }: ClauseResult, what: string): Annotation {
  return {
    title: `${clause.id}${asideOf(clause)}: ${what}`,
    text: [clause.text, verdict.reason ?? "", `Section: ${clause.section}`].filter((line) => line !== "").join("\n"),
  };
}

/** All are written, for the log has them; the first one says so where GitHub will not show them all. */
function commandsFor(level: Level, annotations: readonly Annotation[]): readonly string[] {
  const commands = annotations.map((annotation) => command(level, annotation));
  if (annotations.length <= mostShown) return commands;
  const text = `There are ${annotations.length} errors; only the first ones are shown here. The log has them all.`;
  return [command(level, { title: "More errors than can be shown", text }), ...commands];
}

function warningOf({ need, results }: Lack): Annotation {
  const clauses = results.length === 1 ? "1 clause" : `${results.length} clauses`;
  return {
    title: `${clauses} could not run: ${need ?? "other reasons"}`,
    text: `Needs ${need === undefined ? unnamedNeed : needWords[need]}.\n${results.map(({ clause }) => clause.id).join("\n")}`,
  };
}

function noticesOf({ observations, results }: Report): readonly string[] {
  const aside = new Map(results.map(({ clause }) => [clause.id, asideOf(clause)]));
  const all = observations.map(({ clause, text }) => {
    return command("notice", { title: clause + (aside.get(clause) ?? asideOf({ kind: "assumption" })), text });
  });
  if (all.length <= mostShown) return all;
  // An eleventh one would not be shown, so that the last of the ten says how many there are.
  const rest = all.length - (mostShown - 1);
  const more = { title: "More observations", text: `There are ${rest} more; the other reports have them all.` };
  return [...all.slice(0, mostShown - 1), command("notice", more)];
}

function command(level: Level, { title, text }: Annotation): string {
  const cut = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  return `::${level} title=${escapeProperty(title)}::${escapeData(cut)}`;
}

function escapeData(text: string): string {
  // Who reads the log of a workflow may do so in a terminal; no carriage return is left.
  return harmless(text).replaceAll("%", "%25").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
