import { coloured, harmless, type Screen, wrapped } from "../../src/report/screen.ts";
import { conclusionOf, exitCodeOf } from "./exit-code.ts";
import { durationText, moneyText } from "./figures.ts";
import type { ClauseResult, Report } from "./report.ts";
import { subjectOf } from "./subject.ts";
import { isNewlyBroken, type Lack, lacksOf, withVerdict } from "./tally.ts";
import { terminalTable } from "./terminal-table.ts";
import { timePassed } from "./time-passed.ts";
import { asideOf, needWords, payoutWords, unnamedNeed } from "./verdict-words.ts";

/** So many lines of a reason are shown; the other reports have the rest. */
const linesOfReason = 3;

/** And no more than this on a narrow screen. */
const rowsOfReason = 12;

/** The report for people who read it where the run was started. */
export function terminalReport(report: Report, screen: Screen): string {
  const parts = [
    head(report, screen),
    terminalTable(screen, report.results),
    section(screen, "Suite errors", [
      ...report.suiteErrors.flatMap((text) => reasonLines(screen, text)),
      ...withVerdict(report.results, "suite-error").flatMap((result) => clauseLines(screen, result)),
    ]),
    section(screen, "Broken", brokenLines(report, screen)),
    section(screen, "Known to be broken", knownLines(report, screen)),
    section(screen, "Stale in the baseline: not broken any more, take them out", staleLines(report, screen)),
    section(screen, "Could not run", lackLines(screen, lacksOf(report.results, "could-not-run"), "needs")),
    section(screen, "Opted out", lackLines(screen, lacksOf(report.results, "opted-out"), "would need")),
    section(screen, `Observed: ${subjectOf(report).differs}, which is no fault`, observationLines(report, screen)),
    section(screen, "Real money", ledgerLines(report, screen)),
    section(
      screen,
      "Left behind",
      report.leftBehind.flatMap((text) => item(screen, text)),
    ),
    section(
      screen,
      "Worth knowing",
      (report.remarks ?? []).flatMap((text) => item(screen, text)),
    ),
    [
      ...(subjectOf(report).isOfAccount ? told(screen, timePassed(report)) : []),
      `Took ${durationText(report.durationMs)}.`,
    ],
    conclusion(report, screen),
  ];
  const filled = parts.filter((lines) => lines.length > 0).map((lines) => lines.join("\n"));
  return `${withoutCommands(filled.join("\n\n"))}\n`;
}

/** To some runners a line that begins with `::`, or has `##[`, is a command; what the target says must not give any. */
function withoutCommands(text: string): string {
  return text.replaceAll(/^( *)::/gm, "$1│ ::").replaceAll("##[", "## [");
}

function head({ version, target }: Report, screen: Screen): readonly string[] {
  const overlay = target.overlay === undefined ? "" : `, with the overlay ${target.overlay}`;
  const { suite, isOfAccount } = subjectOf({ target });
  const kind = isOfAccount ? ` (${target.kind}${overlay})` : "";
  return told(screen, `${suite} of Saldo ${version} against ${target.url}${kind}`);
}

function conclusion(report: Report, screen: Screen): readonly string[] {
  const code = exitCodeOf(report);
  const colour = code === 0 ? "green" : code === 3 ? "yellow" : "red";
  return told(screen, conclusionOf(report)).map((line) => coloured(screen, colour, line));
}

function section(screen: Screen, title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [...told(screen, title).map((line) => coloured(screen, "bold", line)), ...lines];
}

function brokenLines({ results }: Report, screen: Screen): readonly string[] {
  return results.filter(isNewlyBroken).flatMap((result) => clauseLines(screen, result));
}

function clauseLines(screen: Screen, { clause, verdict }: ClauseResult): readonly string[] {
  return [
    ...item(screen, clause.id + asideOf(clause)).map((line) => coloured(screen, "red", line)),
    ...indented(screen, clause.text),
    ...indented(screen, clause.section).map((line) => coloured(screen, "dim", line)),
    ...reasonLines(screen, verdict.reason ?? "No reason is given."),
  ];
}

function reasonLines(screen: Screen, reason: string): readonly string[] {
  const lines = harmless(reason).trimEnd().split("\n");
  const shown = lines.slice(0, linesOfReason).flatMap((line) => wrapped(line, screen.columns - 6));
  const isWhole = lines.length <= linesOfReason && shown.length <= rowsOfReason;
  const more = isWhole ? [] : ["… the other reports have the rest"];
  return [...shown.slice(0, rowsOfReason), ...more].map((line) => `    │ ${line}`.trimEnd());
}

function knownLines({ baseline }: Report, screen: Screen): readonly string[] {
  return (baseline?.known ?? []).flatMap(({ clause, comment }) =>
    item(screen, comment === "" ? clause : `${clause}: ${comment}`),
  );
}

function staleLines({ baseline }: Report, screen: Screen): readonly string[] {
  return (baseline?.stale ?? []).flatMap((clause) => item(screen, clause));
}

function lackLines(screen: Screen, lacks: readonly Lack[], verb: string): readonly string[] {
  return lacks.flatMap(({ need, results }) => {
    const what = need === undefined ? unnamedNeed : `${needWords[need]} (${need})`;
    const ids = results.map(({ clause }) => clause.id + asideOf(clause));
    return [
      ...item(screen, `${results.length} ${verb} ${what}`),
      ...indented(screen, ids.join(", ")).map((line) => coloured(screen, "dim", line)),
    ];
  });
}

function observationLines({ observations }: Report, screen: Screen): readonly string[] {
  const texts = new Set(observations.map(({ clause, text }) => `${clause}: ${text}`));
  return [...texts].flatMap((text) => item(screen, text));
}

function ledgerLines({ ledger }: Report, screen: Screen): readonly string[] {
  if (ledger.budgetCents === 0 && ledger.entries.length === 0) return [];
  const { spentCents, budgetCents, entries } = ledger;
  return [
    ...item(screen, `${moneyText(spentCents)} spent of ${moneyText(budgetCents)}`),
    ...entries.flatMap(({ valueCents, withdrawId, clause, outcome }) => {
      return indented(screen, `${moneyText(valueCents)} for ${clause}, ${withdrawId}: ${payoutWords[outcome]}`);
    }),
  ];
}

function item(screen: Screen, text: string): readonly string[] {
  const lines = wrapped(oneLine(text), screen.columns - 4);
  return lines.map((line, index) => `${index === 0 ? "  • " : "    "}${line}`);
}

function indented(screen: Screen, text: string): readonly string[] {
  return wrapped(oneLine(text), screen.columns - 4).map((line) => `    ${line}`);
}

function told(screen: Screen, text: string): readonly string[] {
  return wrapped(oneLine(text), screen.columns);
}

function oneLine(text: string): string {
  return harmless(text).replaceAll("\n", " ");
}
