import { escapeMarkup } from "./markup.ts";

/** What every body is made of, in runs of what is shown alike. */
const runs = /[\x21-\x7e]+| +|\t+|\r\n|\r|\n|[^\x20-\x7e]/gu;

/**
 * Returns a text as markup in which each character is seen: white space by symbols, what cannot be seen by its number, and
 * whatever is not ASCII with a mark that tells its bytes.
 */
export function shownBytes(text: string): string {
  return text.replaceAll(runs, (run) => {
    if (/^[\x21-\x7e]/.test(run)) return escapeMarkup(run);
    if (run.startsWith(" ")) return mark("·".repeat(run.length));
    if (run.startsWith("\t")) return mark("⇥".repeat(run.length));
    if (/^[\r\n]/.test(run)) return `${mark(run.replace("\r", "\\r").replace("\n", "\\n"))}\n`;
    return character(run);
  });
}

function character(text: string): string {
  const number = `U+${(text.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  const bytes = [...Buffer.from(text)].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join(" ");
  const isSeen = /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(text);
  return `<span class="mark" title="${number}: ${bytes}">${isSeen ? escapeMarkup(text) : number}</span>`;
}

function mark(symbols: string): string {
  return `<span class="mark">${symbols}</span>`;
}
