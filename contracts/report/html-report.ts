import { createHash } from "node:crypto";
import { escapeLines, escapeMarkup } from "../../src/report/markup.ts";
import { prettyJson } from "../../src/report/pretty-json.ts";
import { verdictKinds } from "../run/verdict.ts";
import { inReais } from "../target/amount.ts";
import type { Exchange, ReceivedDelivery } from "../trace/evidence.ts";
import { tallyOf } from "./counts.ts";
import { durationText } from "./duration.ts";
import { conclusionOf } from "./exit-code.ts";
import { htmlStyle } from "./html-style.ts";
import type { ClauseResult, Report } from "./report.ts";
import { type Area, areasOf, byReason, kindWords, newlyBroken, tallyText, verdictWords } from "./tally.ts";

/**
 * Returns the report as one page that needs nothing else: no script and no request, and its own policy forbids both. It is
 * HTML and well-formed XML at once, so that an element which is not closed is an error and no guess.
 */
export function htmlReport(report: Report): string {
  const { target, version, results } = report;
  const title = `${target.kind === "receiver" ? "Receiver" : "Contract"} report`;
  return `<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policy}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="referrer" content="no-referrer" />
<title>${title}: ${escapeMarkup(target.url)}</title>
<style>${htmlStyle}</style>
</head>
<body>
<div class="page">
<header>
<p class="quiet small">${title} · Saldo ${escapeMarkup(version)}</p>
<h1>${escapeMarkup(target.url)}</h1>
<p class="conclusion">${escapeMarkup(conclusionOf(report))}</p>
${facts(report)
  .map((text) => `<p>${escapeMarkup(text)}</p>`)
  .join("\n")}
</header>
<main>
${sections(report)}
<section class="card" aria-labelledby="clauses"><h2 id="clauses">Clauses</h2>
${filter(results)}
${areasOf(results).map(areaElement).join("\n")}
</section>
</main>
<footer>Secrets are shown as [redacted].</footer>
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
    `<code>${escapeMarkup(outcomes.join(", "))}</code><p>${escapeMarkup(differences.join("; "))}</p>`;
  const reasonItem = ({ reason, ids }: { readonly reason: string; readonly ids: readonly string[] }) =>
    `<details><summary>${ids.length}: ${escapeMarkup(reason)}</summary><p class="small">${ids.map(link).join(", ")}</p></details>`;
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
    card("remarks", "Worth knowing", (report.remarks ?? []).map(escapeMarkup)),
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
  return `${link(id)}<p>${escapeMarkup(text)}</p><p class="quiet">${escapeMarkup(reason)}</p>`;
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
  const { id, text, section, verdict, reason, known, observations, exchanges, deliveries } = result;
  const isOpen = verdict === "suite-error" || (verdict === "broken" && known === undefined);
  const inside = [
    reason === undefined ? "" : `<p class="reason">${escapeLines(reason)}</p>`,
    known === undefined ? "" : `<p>Known to be broken. ${escapeMarkup(known)}</p>`,
    observations.length === 0 ? "" : `<ul>${observations.map((one) => `<li>${escapeMarkup(one)}</li>`).join("")}</ul>`,
    `<p class="quiet small">Section: ${escapeMarkup(section)}</p>`,
    ...exchanges.map(exchangeElement),
    ...deliveries.map(deliveryElement),
  ];
  return `<details class="row row-${verdict}" id="clause-${escapeMarkup(id)}"${isOpen ? ' open="open"' : ""}>
<summary><strong class="${verdict}">${verdictWords[verdict]}</strong> <code>${escapeMarkup(id)}</code> <span class="text">${escapeMarkup(text)}</span></summary>
<div class="inside">${inside.filter((part) => part !== "").join("\n")}</div></details>`;
}

function exchangeElement(exchange: Exchange): string {
  const { method, path, status, durationMs, at, error = "" } = exchange;
  const { requestHeaders = {}, requestBody, responseHeaders, responseBody } = exchange;
  return `<details class="exchange"><summary><code>${escapeMarkup(`${method} ${path}`)}</code> → <strong>${status ?? "no response"}</strong> <span class="quiet small">${escapeMarkup(at)}, ${durationText(durationMs)}</span></summary>
<div class="pair">${message(requestHeaders, requestBody)}${error === "" ? message(responseHeaders, responseBody) : `<p>${escapeMarkup(error)}</p>`}</div></details>`;
}

function deliveryElement({ at, headers, body, answered }: ReceivedDelivery): string {
  return `<details class="exchange"><summary>Delivered <code>${escapeMarkup(at)}</code> → <strong>${answered}</strong></summary>
<div class="inside">${message(headers, body)}</div></details>`;
}

function message(headers: Readonly<Record<string, string>>, body: string | null): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return `<pre>${escapeLines([...lines, "", prettyJson(body ?? "")].join("\n").trim())}</pre>`;
}
