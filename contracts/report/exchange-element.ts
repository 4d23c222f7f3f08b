import { escapeLines, escapeMarkup } from "../../src/report/markup.ts";
import { prettyJson } from "../../src/report/pretty-json.ts";
import { shownBytes } from "../../src/report/shown-bytes.ts";
import { durationText } from "../judge/duration.ts";
import type { Exchange, ReceivedDelivery, SentDelivery, ShownAct } from "../trace/evidence.ts";

export const legendOfBytes =
  "Bodies of deliveries are shown byte for byte: · is a space, ⇥ a tab, \\r and \\n are line ends, U+… is a character that cannot be seen. Characters that are not ASCII are marked.";

export function exchangeElement(exchange: Exchange): string {
  const { method, path, status, durationMs, at, error = "", sent } = exchange;
  const { requestHeaders = {}, requestBody, responseHeaders, responseBody } = exchange;
  const request =
    sent === undefined
      ? message(requestHeaders, prettyJson(requestBody ?? ""))
      : deliveryMessage(sent, requestHeaders, requestBody ?? "");
  const answer =
    error === "" ? message(responseHeaders, prettyJson(responseBody ?? "")) : `<p>${escapeMarkup(error)}</p>`;
  const what = sent === undefined ? "" : `: ${escapeMarkup(sent.what)}`;
  return `<details class="exchange"><summary><code>${escapeMarkup(`${method} ${path}`)}</code>${what} → <strong>${status ?? "no response"}</strong> <span class="quiet small">${escapeMarkup(at)}, ${durationText(durationMs)}</span></summary>
<div class="pair">${request}${answer}</div></details>`;
}

export function deliveryElement({ at, headers, body, answered }: ReceivedDelivery): string {
  return `<details class="exchange"><summary>Delivered <code>${escapeMarkup(at)}</code> → <strong>${answered}</strong></summary>
<div class="inside">${message(headers, prettyJson(body))}</div></details>`;
}

export function actElement({ at, capability, given, durationMs }: ShownAct): string {
  const what = `${escapeMarkup(capability)} ${escapeMarkup(given)}`;
  return `<p>The driver: <code>${what}</code> <span class="quiet small">${escapeMarkup(at)}, ${durationText(durationMs)}</span></p>`;
}

function message(headers: Readonly<Record<string, string>>, body: string): string {
  return `<pre>${escapeLines([...headerLines(headers), "", body].join("\n").trim())}</pre>`;
}

function deliveryMessage(
  { what, expected }: SentDelivery,
  headers: Readonly<Record<string, string>>,
  body: string,
): string {
  const forgery = expected === "rejected" ? `<p class="wrong"><strong>Forged:</strong> ${escapeMarkup(what)}</p>` : "";
  return `<div>${forgery}<pre>${escapeLines(headerLines(headers).join("\n"))}\n\n${shownBytes(body)}</pre></div>`;
}

function headerLines(headers: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
}
