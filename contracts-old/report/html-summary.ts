import { escapeMarkup } from "../../src/report/markup.ts";
import { conclusionOf, exitCodeOf, exitCodes } from "./exit-code.ts";
import { durationText, moneyText } from "./figures.ts";
import type { ClauseResult, Report } from "./report.ts";
import { subjectOf } from "./subject.ts";
import { areasOf, clauseKinds, givenVerdicts, ofKind, type Tally, tallyOf } from "./tally.ts";
import { timePassed } from "./time-passed.ts";
import { type VerdictKind, verdictKinds } from "./verdict.ts";
import { verdictSigns, verdictWords } from "./verdict-words.ts";

/** The head of the page: what came of it, of what, and how. */
export function htmlSummary(report: Report): string {
  const tally = tallyOf(report.results);
  return `<header>
<p class="kicker">${subjectOf(report).page} · Saldo ${escapeMarkup(report.version)}</p>
<h1>${escapeMarkup(report.target.url)}</h1>
<p class="conclusion ${colourOf(report)}">${escapeMarkup(conclusionOf(report))}</p>
${bar(report.results)}
<ul class="tiles" aria-label="Verdicts">
${verdictKinds.map((kind) => tile(kind, tally[kind])).join("\n")}
</ul>
<dl class="facts">
${facts(report)
  .map(([name, text]) => `<dt>${name}</dt><dd>${escapeMarkup(text)}</dd>`)
  .join("\n")}
</dl>
</header>`;
}

/** Areas by verdicts, with a whole for the documented clauses and one for the others of each kind. */
export function htmlMatrix(results: readonly ClauseResult[]): string {
  const heads = verdictKinds.map(
    (kind) => `<th scope="col" class="number ${kind}">${verdictSign(kind)} ${verdictWords[kind]}</th>`,
  );
  const bodies = clauseKinds.map((kind) => {
    const own = ofKind(results, kind);
    if (own.length === 0) return "";
    const rows = areasOf(own).map((area) => matrixRow(area.name, tallyOf(area.results), ""));
    return `<tbody>${[matrixRow(kindWords[kind], tallyOf(own), "whole"), ...rows].join("\n")}</tbody>`;
  });
  return `<div class="scroll" tabindex="0" role="region" aria-label="Verdicts by area"><table class="matrix">
<thead><tr><th scope="col">Area</th>${heads.join("")}</tr></thead>
${bodies.join("\n")}
</table></div>`;
}

export const kindWords = { documented: "Documented", assumption: "Assumed", recommendation: "Recommended" } as const;

/** For eyes alone: wherever it stands, the word stands beside it. */
export function verdictSign(kind: VerdictKind): string {
  return `<span class="sign" aria-hidden="true">${verdictSigns[kind]}</span>`;
}

function matrixRow(name: string, tally: Tally, className: string): string {
  const cells = verdictKinds.map((kind) => {
    const count = tally[kind];
    return `<td class="number ${count === 0 ? "zero" : kind}">${count}</td>`;
  });
  return `<tr class="${className}"><th scope="row">${escapeMarkup(name)}</th>${cells.join("")}</tr>`;
}

function colourOf(report: Report): VerdictKind {
  const code = exitCodeOf(report);
  if (code === exitCodes.suiteError) return "suite-error";
  if (code === exitCodes.broken) return "broken";
  return code === exitCodes.incomplete ? "could-not-run" : "held";
}

/** The counts as one bar. The numbers beside it say the same. */
function bar(results: readonly ClauseResult[]): string {
  let x = 0;
  const parts = givenVerdicts(tallyOf(results)).map(({ kind, count }) => {
    const part = `<rect class="${kind}" x="${x}" y="0" width="${count}" height="1" />`;
    x += count;
    return part;
  });
  return `<svg class="bar" viewBox="0 0 ${Math.max(x, 1)} 1" preserveAspectRatio="none" aria-hidden="true">${parts.join("")}</svg>`;
}

function tile(kind: VerdictKind, count: number): string {
  const none = count === 0 ? ' class="none"' : "";
  return `<li${none}><strong>${count}</strong> <span class="${kind}">${verdictSign(kind)} ${verdictWords[kind]}</span></li>`;
}

function facts(report: Report): readonly (readonly [string, string])[] {
  const { target, startedAt, durationMs } = report;
  return [
    ["Target", target.kind],
    ...(target.overlay === undefined ? [] : [["Overlay", target.overlay] as const]),
    ["Run", `${startedAt}, took ${durationText(durationMs)}`],
    ...(subjectOf(report).isOfAccount ? accountFacts(report) : []),
  ];
}

function accountFacts(report: Report): readonly (readonly [string, string])[] {
  const { target, ledger } = report;
  const money = ledger.budgetCents > 0 || ledger.entries.length > 0;
  return [
    ["Time", timePassed(report)],
    ["At hand", target.offers.length === 0 ? "nothing but the interface" : target.offers.join(", ")],
    [
      "Real money",
      money ? `${moneyText(ledger.spentCents)} spent of ${moneyText(ledger.budgetCents)}` : "none was allowed or spent",
    ],
  ];
}
