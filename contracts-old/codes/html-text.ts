const unseen = /<!--[\s\S]*?(-->|$)|<(style|script|head|title)\b[^>]*(>[\s\S]*?(<\/\2\s*>|$)|$)/gi;
const breaks = /<\/?(br|p|div|td|th|tr|table|li|ul|ol|h[1-6]|hr|pre|section)\b[^>]*(>|$)/gi;
const tag = /<[a-z/!?][^>]*(>|$)/gi;
const entity = /&(#\d{1,7}|#x[0-9a-f]{1,6}|nbsp|amp|lt|gt|quot|zwnj);/gi;

const named: Readonly<Record<string, string>> = { nbsp: " ", amp: "&", lt: "<", gt: ">", quot: '"', zwnj: "" };

/**
 * What a person reads of an HTML message. Tags within a line leave nothing behind, so that a code whose digits are
 * formatted one by one stays whole. Every pattern also ends with the text, so that none of them looks at it twice.
 */
export function textOfHtml(html: string): string {
  return html
    .replace(unseen, " ")
    .replace(breaks, "\n")
    .replace(tag, "")
    .replace(entity, (_, name: string) => characterOf(name.toLowerCase()));
}

function characterOf(name: string): string {
  if (!name.startsWith("#")) return named[name] ?? "";
  const code = name.startsWith("#x") ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : "";
}
