/** Digits that are a word of their own: no part of a longer number, of an amount, or of an identifier. */
const ownDigits = /(?<![\p{L}\p{N}_#]|[\p{N}][.,\-/:])\d{4,8}(?![\p{L}\p{N}_]|[.,\-/:]\p{N})/gu;
const link = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;

/**
 * Returns the code in what a command or a person gives: the first of six digits that is none of the known ones, else what
 * looks like a code with another number of digits, so that a wrong length is seen. Digits in links are no codes.
 */
export function codeIn(text: string, known: readonly string[]): string | undefined {
  const found = [...text.replace(link, " ").matchAll(ownDigits)].map(([code]) => code);
  const fresh = found.filter((code) => !known.includes(code));
  return fresh.find((code) => code.length === 6) ?? fresh[0];
}
