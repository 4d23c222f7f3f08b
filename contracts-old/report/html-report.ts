import { createHash } from "node:crypto";
import { escapeMarkup } from "../../src/report/markup.ts";
import { moneyText } from "./figures.ts";
import { clauseAnchor, htmlClauses } from "./html-clauses.ts";
import { htmlStyle } from "./html-style.ts";
import { htmlMatrix, htmlSummary } from "./html-summary.ts";
import type { ClauseResult, LedgerEntry, Report } from "./report.ts";
import { subjectOf } from "./subject.ts";
import { isNewlyBroken, type Lack, lacksOf } from "./tally.ts";
import { asideOf, needWords, payoutWords, unnamedNeed } from "./verdict-words.ts";

/**
 * The report as one page that needs nothing else: no script and no request, and its own policy forbids both. It is HTML and
 * well-formed XML at once, so that an element which is not closed is an error and no guess.
 */
export function htmlReport(report: Report): string {
  return `<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="referrer" content="no-referrer" />
<title>${subjectOf(report).page}: ${escapeMarkup(report.target.url)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<a class="skip" href="#clauses">To the clauses</a>
<div class="page">
${htmlSummary(report)}
<main>
${sections(report)}
<section class="card" aria-labelledby="clauses">
<h2 id="clauses">Clauses</h2>
${htmlClauses(report.results)}
</section>
</main>
<footer>Made by the ${subjectOf(report).suite.toLowerCase()} of Saldo ${escapeMarkup(report.version)}. Secrets are shown as [redacted].</footer>
</div>
</body>
</html>
`;
}

/** Its one style is known by its hash; nothing else may be loaded, run or sent. */
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(htmlStyle).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

function sections(report: Report): string {
  const { results, suiteErrors, baseline, observations, ledger, leftBehind, remarks } = report;
  return [
    card("suite-errors", "The suite failed", suiteErrors.map(plain)),
    card("broken", "What is broken", results.filter(isNewlyBroken).map(brokenItem)),
    card("stale", "Stale in the baseline: not broken any more", (baseline?.stale ?? []).map(codeItem)),
    `<section class="card" aria-labelledby="overview"><h2 id="overview">Overview</h2>${htmlMatrix(results)}</section>`,
    card("could-not-run", "What could not run", lacksOf(results, "could-not-run").map(lackItem)),
    card("opted-out", "What was opted out", lacksOf(results, "opted-out").map(lackItem)),
    card("observations", `Where the target ${subjectOf(report).differs}`, observations.map(namedItem)),
    card("known", "What is known to be broken", (baseline?.known ?? []).map(knownItem)),
    card("ledger", "Real money", ledger.entries.map(ledgerItem)),
    card("left-behind", "What is left behind", leftBehind.map(plain)),
    card("remarks", "Worth knowing", (remarks ?? []).map(plain)),
  ].join("\n");
}

function card(id: string, title: string, items: readonly string[]): string {
  if (items.length === 0) return "";
  return `<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<ul class="list">
${items.map((item) => `<li>${item}</li>`).join("\n")}
</ul></section>`;
}

function plain(text: string): string {
  return `<p class="reason">${escapeMarkup(text)}</p>`;
}

function brokenItem({ clause, verdict }: ClauseResult): string {
  const [reason = ""] = (verdict.reason ?? "").split("\n");
  return `<a href="#${clauseAnchor(clause.id)}"><code>${escapeMarkup(clause.id)}</code></a>${asideOf(clause)}
<p>${escapeMarkup(clause.text)}</p><p class="quiet">${escapeMarkup(reason)}</p>`;
}

function codeItem(text: string): string {
  return `<code>${escapeMarkup(text)}</code>`;
}

function lackItem({ need, results }: Lack): string {
  const what = need === undefined ? unnamedNeed : `${needWords[need]} (${need})`;
  const clauses = results.length === 1 ? "1 clause needs" : `${results.length} clauses need`;
  const links = results.map(
    ({ clause }) => `<a href="#${clauseAnchor(clause.id)}"><code>${escapeMarkup(clause.id)}</code></a>`,
  );
  return `<details><summary>${clauses} ${escapeMarkup(what)}</summary><p class="small">${links.join(", ")}</p></details>`;
}

function namedItem({ clause, text }: { readonly clause: string; readonly text: string }): string {
  return `<code>${escapeMarkup(clause)}</code><p>${escapeMarkup(text)}</p>`;
}

function knownItem({ clause, comment }: { readonly clause: string; readonly comment: string }): string {
  return `<a href="#${clauseAnchor(clause)}"><code>${escapeMarkup(clause)}</code></a><p>${escapeMarkup(comment)}</p>`;
}

function ledgerItem({ at, clause, withdrawId, valueCents, outcome }: LedgerEntry): string {
  return `<strong>${moneyText(valueCents)}</strong> ${payoutWords[outcome]}
<p class="quiet small">${escapeMarkup(at)} · <code>${escapeMarkup(withdrawId)}</code> · <code>${escapeMarkup(clause)}</code></p>`;
}
