import { escapeLines, escapeMarkup } from "../../src/report/markup.ts";
import { prettyJson } from "../../src/report/pretty-json.ts";
import { durationText } from "./figures.ts";
import type { ClauseResult, Exchange, ReceivedDelivery } from "./report.ts";

/** What is longer is cut off on the page; the JSON report has all of it. */
export const longestBody = 4_096;

/** What was asked and answered for a clause, and what came to the receiver; each opens by itself. */
export function htmlEvidence({ exchanges, deliveries }: ClauseResult): string {
  return (
    group("Requests", exchanges.map(exchangeElement)) + group("Webhooks received", deliveries.map(deliveryElement))
  );
}

function group(title: string, elements: readonly string[]): string {
  return elements.length === 0 ? "" : `<div><p class="label">${title}</p>${elements.join("\n")}</div>`;
}

function exchangeElement(exchange: Exchange): string {
  const { method, path, status, durationMs, at, error } = exchange;
  const result = status === null ? "no answer" : String(status);
  const answer =
    status === null
      ? `<p>${escapeMarkup(error ?? "No answer came.")}</p>`
      : message([String(status)], exchange.responseHeaders, exchange.responseBody);
  const remark = error !== undefined && status !== null ? `<p>${escapeMarkup(error)}</p>` : "";
  return `<details class="exchange"><summary><code>${escapeMarkup(`${method} ${path}`)}</code> → <strong>${result}</strong> <span class="quiet small">${durationText(durationMs)}</span></summary>
<div class="pair">
<div><p class="label">Request, ${escapeMarkup(at)}</p>${message([`${method} ${path}`], exchange.requestHeaders, exchange.requestBody)}</div>
<div><p class="label">Answer</p>${answer}${remark}</div>
</div></details>`;
}

function deliveryElement({ at, headers, body, answered }: ReceivedDelivery): string {
  const answer = answered === null ? "not answered" : `answered ${answered}`;
  return `<details class="exchange"><summary><code>${escapeMarkup(at)}</code> → <strong>${answer}</strong></summary>
<div class="inside"><div>${message([], headers, body)}</div></div></details>`;
}

function message(start: readonly string[], headers: Readonly<Record<string, string>>, body: string | null): string {
  const lines = [...start, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)].join("\n");
  const pretty = prettyJson(body ?? "");
  const shown = pretty.slice(0, longestBody);
  const text = shown === "" ? lines : `${lines}\n\n${shown}`;
  const rest = pretty.length - shown.length;
  const note = rest > 0 ? `<p class="quiet small">Cut here: ${rest} more characters are in the JSON report.</p>` : "";
  return `<pre>${escapeLines(text)}</pre>${note}`;
}
