import { htmlPage } from "../../src/report/html-page.ts";
import { escapeLines, escapeMarkup } from "../../src/report/markup.ts";
import { durationText } from "../judge/duration.ts";
import { verdictKinds } from "../run/verdict.ts";
import { inReais } from "../target/amount.ts";
import { tallyOf } from "./counts.ts";
import { actElement, deliveryElement, exchangeElement, legendOfBytes } from "./exchange-element.ts";
import { conclusionOf } from "./exit-code.ts";
import type { Fix } from "./fix.ts";
import { htmlStyle } from "./html-style.ts";
import type { ClauseResult, Report } from "./report.ts";
import { type Area, areasOf, byReason, kindWords, newlyBroken, tallyText, verdictWords } from "./tally.ts";

const titles: Partial<Record<Report["target"]["kind"], string>> = { receiver: "Receiver", caller: "Caller" };

export function htmlReport(report: Report): string {
  const { target, version, results } = report;
  const title = `${titles[target.kind] ?? "Contract"} report`;
  return htmlPage({
    title,
    version,
    heading: target.url,
    conclusion: conclusionOf(report),
    facts: facts(report),
    main: `${sections(report)}
<section class="card" aria-labelledby="clauses"><h2 id="clauses">Clauses</h2>
${target.kind === "receiver" ? `<p class="quiet small">${legendOfBytes}</p>` : ""}
${filter(results)}
${areasOf(results).map(areaElement).join("\n")}
</section>`,
    style: htmlStyle,
  });
}

function facts({ counts, startedAt, durationMs, target, spent }: Report): readonly string[] {
  const tallies = Object.entries(counts).map(([kind, tally]) => `${kind}: ${tallyText(tally)}`);
  const overlay = target.overlay === undefined ? "" : `, described by ${target.overlay}`;
  const money = `${inReais(spent.cents)} of ${inReais(spent.budgetCents)} spent, ${spent.mails} e-mails`;
  const isSpent = spent.budgetCents > 0 || spent.mails > 0;
  return [
    ...tallies,
    `${target.kind}${overlay}; ${startedAt}, ${durationText(durationMs)}`,
    ...(isSpent ? [money] : []),
  ];
}

function sections(report: Report): string {
  const { results, shapes, leftBehind, missing, stale } = report;
  const shapeItem = ({ outcomes, differences }: Report["shapes"][number]) =>
    `<code>${escapeMarkup(outcomes.join(", "))}</code><p>${prose(differences.join("; "))}</p>`;
  const reasonItem = ({ reason, ids }: { readonly reason: string; readonly ids: readonly string[] }) =>
    `<details><summary>${ids.length}: ${prose(reason)}</summary><p class="small">${ids.map(link).join(", ")}</p></details>`;
  return [
    card("broken", "Broken", newlyBroken(report).map(brokenItem)),
    card("stale", "In the baseline, and not broken any more", stale.map(escapeMarkup)),
    card("not-judged", "Not judged", byReason(results, "not-judged").map(reasonItem)),
    card("opted-out", "Opted out", byReason(results, "opted-out").map(reasonItem)),
    card(
      "missing",
      "What would free more",
      missing.map((one) => escapeMarkup(`${one.clauses} with ${one.how}`)),
    ),
    card("shapes", "Responses that differ from what is assumed, which is no fault", shapes.map(shapeItem)),
    card("left-behind", "Left behind", leftBehind.map(escapeMarkup)),
    card("remarks", "Worth knowing", (report.remarks ?? []).map(prose)),
  ].join("\n");
}

function card(id: string, title: string, items: readonly string[]): string {
  if (items.length === 0) return "";
  return `<section class="card" aria-labelledby="${id}"><h2 id="${id}">${title}</h2>
<ul class="list">
${items.map((item) => `<li>${item}</li>`).join("\n")}
</ul></section>`;
}

function brokenItem({ id, text, reason = "" }: ClauseResult): string {
  return `${link(id)}<p>${prose(text)}</p><p class="quiet">${prose(reason)}</p>`;
}

/** Returns a sentence as markup; its names in backticks become code. */
function prose(text: string): string {
  return withCode(escapeMarkup(text));
}

/** Backticks are no characters of markup, so this follows the escaping, which then covers what they enclose. */
function withCode(escaped: string): string {
  return escaped.replaceAll(/`([^`\n]+)`/g, "<code>$1</code>");
}

function link(id: string): string {
  return `<a href="#clause-${escapeMarkup(id)}"><code>${escapeMarkup(id)}</code></a>`;
}

/** Works without a script: the style hides the rows of verdicts that are not chosen. */
function filter(results: readonly ClauseResult[]): string {
  const tally = tallyOf(results);
  const boxes = verdictKinds.map(
    (kind) =>
      `<label><input type="checkbox" id="show-${kind}" checked="checked" />${verdictWords[kind]} (${tally[kind]})</label>`,
  );
  return `<fieldset class="filter"><legend>Show</legend>${boxes.join("\n")}</fieldset>`;
}

function areaElement({ name, kind, results }: Area): string {
  const given = verdictKinds.filter((verdict) => results.some((result) => result.verdict === verdict));
  const id = escapeMarkup(`area-${kind}-${name}`);
  const aside = kind === "documented" ? "" : ` (${kindWords[kind]})`;
  return `<section class="area ${given.map((verdict) => `has-${verdict}`).join(" ")}" aria-labelledby="${id}">
<h3 id="${id}">${escapeMarkup(name)}${aside} <span class="quiet small">${tallyText(tallyOf(results))}</span></h3>
${results.map(row).join("\n")}
</section>`;
}

function row(result: ClauseResult): string {
  const { id, text, section, verdict, reason, known, observations, exchanges, deliveries, acts = [], fix } = result;
  const isOpen = verdict === "suite-error" || (verdict === "broken" && known === undefined);
  const inside = [
    reason === undefined ? "" : `<p class="reason">${withCode(escapeLines(reason))}</p>`,
    known === undefined ? "" : `<p>Known to be broken. ${escapeMarkup(known)}</p>`,
    observations.length === 0 ? "" : `<ul>${observations.map((one) => `<li>${prose(one)}</li>`).join("")}</ul>`,
    fix === undefined ? "" : fixElement(fix),
    `<p class="quiet small">Section: ${escapeMarkup(section)}</p>`,
    ...acts.map(actElement),
    ...exchanges.map(exchangeElement),
    ...deliveries.map(deliveryElement),
  ];
  return `<details class="row row-${verdict}" id="clause-${escapeMarkup(id)}"${isOpen ? ' open="open"' : ""}>
<summary><strong class="${verdict}">${verdictWords[verdict]}</strong> <code>${escapeMarkup(id)}</code> <span class="text">${prose(text)}</span></summary>
<div class="inside">${inside.filter((part) => part !== "").join("\n")}</div></details>`;
}

function fixElement({ text, page }: Fix): string {
  return `<p><strong>How to fix it.</strong> ${prose(text)} As code: <code>${escapeMarkup(page)}</code></p>`;
}
