/**
 * Returns a text that may come from the target without what controls a terminal or the log of a workflow. Line ends remain.
 */
export function harmless(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, "\n")
    .replaceAll("\t", "  ")
    .replaceAll(controls, (found) => (found === "\n" ? found : ""))
    .replaceAll(/^([^\S\n]*):(?=:)/gm, "$1: ")
    .replaceAll("##[", "# #[");
}

/**
 * Returns a text that is printed without what controls a terminal, but for what Saldo itself writes: colours, and the line
 * that it writes again. What a target says is made harmless where it comes in; this keeps out what was forgotten there.
 */
export function printed(text: string): string {
  return text
    .toWellFormed()
    .split(own)
    .map((part, at) => (at % 2 === 1 ? part : part.replaceAll(controls, "")))
    .join("");
}

/** Returns JSON that says the same, with escapes for what controls a terminal or the log of a workflow. */
export function printedJson(json: string): string {
  return json
    .replaceAll(controls, (found) => (found === "\n" ? found : unicodeEscape(found)))
    .replaceAll("##[", "\\u0023#[");
}

/** Returns a UTF-16 unit as JSON escapes it: `\u001b`. */
export function unicodeEscape(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** What Saldo writes to a screen itself: colours, the end of a line, and the beginning of the same line. */
const own = new RegExp(`(${String.fromCharCode(27)}\\[[0-9;]*[mK]|[\r\n\t])`);

/** Control characters, and those that change the direction of a text or end a line. */
const controls = /[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\u2028\u2029]/gu;

/** Returns a harmless text without line ends. */
export function oneLine(text: string): string {
  const lines = harmless(text).split("\n");
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" ");
}
