import { createHash } from "node:crypto";
import { escapeMarkup } from "./markup.ts";

/** The parts of a page; all are plain text, except `main`, which is markup, and `style`. */
interface HtmlPage {
  readonly title: string;
  readonly version: string;
  readonly heading: string;
  readonly conclusion: string;
  readonly facts: readonly string[];
  readonly main: string;
  readonly style: string;
}

/**
 * Returns a page that needs nothing else: no script and no request, and its own policy forbids both. It is HTML and
 * well-formed XML at once, so that an element which is not closed is an error and no guess.
 */
export function htmlPage({ title, version, heading, conclusion, facts, main, style }: HtmlPage): string {
  return `<!DOCTYPE html>
<html lang="en" xmlns="http://www.w3.org/1999/xhtml">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${policyFor(style)}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="referrer" content="no-referrer" />
<title>${title}: ${escapeMarkup(heading)}</title>
<style>${style}</style>
</head>
<body>
<div class="page">
<header>
<p class="quiet small">${title} · Saldo ${escapeMarkup(version)}</p>
<h1>${escapeMarkup(heading)}</h1>
<p class="conclusion">${escapeMarkup(conclusion)}</p>
${facts.map((text) => `<p>${escapeMarkup(text)}</p>`).join("\n")}
</header>
<main>
${main}
</main>
<footer>Secrets are shown as [redacted].</footer>
</div>
</body>
</html>
`;
}

/** Its one style is known by its hash; nothing else may be loaded, run or sent. */
function policyFor(style: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}
