/** Six digits that are a word of their own: no part of a longer number, of an amount, or of an identifier. */
const sixDigits = /(?<![\p{L}\p{N}_#]|[\p{N}][.,\-/])\d{6}(?![\p{L}\p{N}_]|[.,\-/]\p{N})/gu;
const link = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;

/** The first code in the text that is none of these; null if there is none. Digits in links are no codes. */
export function codeIn(text: string, notThese: readonly string[]): string | null {
  return codesIn(text).find((code) => !notThese.includes(code)) ?? null;
}

export function codesIn(text: string): string[] {
  return [...text.replace(link, " ").matchAll(sixDigits)].map(([code]) => code);
}
