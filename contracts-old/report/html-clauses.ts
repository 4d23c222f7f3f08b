import { escapeLines, escapeMarkup } from "../../src/report/markup.ts";
import { durationText } from "./figures.ts";
import { htmlEvidence } from "./html-evidence.ts";
import { kindWords, verdictSign } from "./html-summary.ts";
import type { ClauseResult } from "./report.ts";
import { type Area, areasOf, clauseKinds, givenVerdicts, isNewlyBroken, tallyOf } from "./tally.ts";
import { verdictKinds } from "./verdict.ts";
import { needWords, verdictWords } from "./verdict-words.ts";

const explanations = {
  documented: "What the platform's document demands. A target that does otherwise is broken.",
  assumption: "What the document leaves open. A target that does otherwise is merely observed.",
  recommendation: "What no document demands, but prudence. A target that does otherwise is merely observed.",
} as const;

/** All clauses with their verdicts; a filter that works without scripts; every row opens to its evidence. */
export function htmlClauses(results: readonly ClauseResult[]): string {
  const areas = areasOf(results);
  const parts = clauseKinds.map((kind) => {
    const own = areas.filter((area) => area.kind === kind);
    if (own.length === 0) return "";
    return `<section aria-labelledby="clauses-${kind}">
<h3 id="clauses-${kind}">${kindWords[kind]} clauses</h3>
<p class="quiet small">${explanations[kind]}</p>
${own.map(areaElement).join("\n")}
</section>`;
  });
  return filter(results) + parts.join("\n");
}

export function clauseAnchor(clauseId: string): string {
  return escapeMarkup(`clause-${clauseId}`);
}

function filter(results: readonly ClauseResult[]): string {
  const tally = tallyOf(results);
  const boxes = verdictKinds.map(
    (kind) =>
      `<label><input type="checkbox" id="show-${kind}" checked="checked" />${verdictWords[kind]} (${tally[kind]})</label>`,
  );
  return `<fieldset class="filter"><legend>Show</legend>${boxes.join("\n")}</fieldset>`;
}

/** The roles are said outright, because a narrow screen shows the rows as blocks, and browsers then forget them. */
function areaElement({ name, kind, results }: Area): string {
  const given = givenVerdicts(tallyOf(results));
  const counts = given.map((verdict) => `${verdict.count} ${verdictWords[verdict.kind]}`).join(", ");
  const id = escapeMarkup(`area-${kind}-${name}`);
  return `<section class="area ${given.map((verdict) => `has-${verdict.kind}`).join(" ")}" aria-labelledby="${id}">
<h4 id="${id}">${escapeMarkup(name)} <span class="quiet small">${counts}</span></h4>
<table class="clauses" role="table" aria-labelledby="${id}">
<colgroup><col class="of-verdict" /><col /><col class="of-time" /></colgroup>
<thead role="rowgroup"><tr role="row">${["Verdict", "Clause", "Time"].map((head) => `<th scope="col" role="columnheader"><span class="unseen">${head}</span></th>`).join("")}</tr></thead>
<tbody role="rowgroup">
${results.map(row).join("\n")}
</tbody>
</table>
</section>`;
}

function row(result: ClauseResult): string {
  const { clause, verdict, durationMs, known } = result;
  const isUrgent = isNewlyBroken(result) || verdict.kind === "suite-error";
  return `<tr role="row" class="row row-${verdict.kind}" id="${clauseAnchor(clause.id)}">
<td role="cell" class="verdict ${verdict.kind}">${verdictSign(verdict.kind)} ${verdictWords[verdict.kind]}${known === undefined ? "" : "<small>known</small>"}</td>
<td role="cell"><details${isUrgent ? ' open="open"' : ""}><summary><code>${escapeMarkup(clause.id)}</code> <span class="text">${escapeMarkup(clause.text)}</span></summary>
<div class="inside">
${inside(result)}
</div></details></td>
<td role="cell">${durationText(durationMs)}</td>
</tr>`;
}

function inside(result: ClauseResult): string {
  const { clause, verdict, known } = result;
  const parts = [
    verdict.reason === undefined ? "" : `<p class="reason">${escapeLines(verdict.reason)}</p>`,
    known === undefined ? "" : paragraph(`Known to be broken${known === "" ? "." : `: ${known}`}`),
    verdict.needs === undefined ? "" : paragraph(`Needs ${needWords[verdict.needs]} (${verdict.needs}).`),
    observations(result),
    `<p class="quiet small">Section: ${escapeMarkup(clause.section)}${timeOf(result)}</p>`,
    htmlEvidence(result),
  ];
  return parts.filter((part) => part !== "").join("\n");
}

function observations({ verdict }: ClauseResult): string {
  if (verdict.observations.length === 0) return "";
  const items = verdict.observations.map(
    ({ clause, text }) => `<li><code>${escapeMarkup(clause)}</code>: ${escapeMarkup(text)}</li>`,
  );
  return `<div><p class="label">Observed</p><ul class="list">${items.join("")}</ul></div>`;
}

function timeOf({ verdict }: ClauseResult): string {
  if (verdict.time === undefined) return "";
  return verdict.time === "advanced" ? " · The clock was advanced." : " · Time was waited out.";
}

function paragraph(text: string): string {
  return `<p>${escapeMarkup(text)}</p>`;
}
