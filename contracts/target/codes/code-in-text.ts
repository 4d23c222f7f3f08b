/** Digits that are a word of their own: no part of a longer number, of an amount, or of an identifier. */
const ownDigits = /(?<![\p{L}\p{N}_#]|[\p{N}][.,\-/:])\d{4,8}(?![\p{L}\p{N}_]|[.,\-/:]\p{N})/gu;
const link = /\b[a-z][a-z0-9+.-]*:\/\/\S+/gi;
/** The one that stands nearest before a number says what it is. */
const labels =
  /(?<code>c[oó]d(?:igo|e)?s?|otp|password|senha|token|pin|verifica\p{L}*)(?!\p{L})|(?<!\p{L})(?<other>pedido|order|ref\p{L}*|protocolo?|ticket|fatura|invoice|conta|account|ag[eê]ncia|branch|cliente|customer|cep|zip|postal|tel\p{L}*|fone|phone|0800|r\$|brl|valor|amount|total|id)(?!\p{L})/giu;
const unit = /^\s*(?:centavos?|cents?|reais|brl)(?!\p{L})/iu;

/**
 * Returns the code in what a command or a person gives: of the numbers with six digits, that is what a word for codes stands
 * before, then what is alone in its line, then what no other word explains, such as that of an order, an address, a phone
 * or an amount; `shown` are numbers of earlier mails, which a code would not repeat. Where there is none with six digits, what
 * looks like a code of another length is returned, so that it is seen. Known codes and digits in links are no codes.
 */
export function codeIn(text: string, known: readonly string[], shown: readonly string[] = []): string | undefined {
  const said = text.replace(link, " ");
  const found = [...said.matchAll(ownDigits)].map(({ 0: code, index }, at, all) => {
    const before = said.slice(at === 0 ? 0 : (all[at - 1]?.index ?? 0) + 1, index).slice(-MAX_CHARACTERS);
    const rank = likeness(before, said.slice(index + code.length)) - (shown.includes(code) ? 1 : 0);
    return { code, rank: rank + (code.length === 6 ? SIX_DIGITS : 0) };
  });
  const fresh = found.filter(({ code }) => !known.includes(code));
  return fresh.toSorted((one, other) => other.rank - one.rank)[0]?.code;
}

/** Returns all that a text has of what could be codes. */
export function numbersIn(text: string): readonly string[] {
  return [...text.matchAll(ownDigits)].map(([number]) => number);
}

function likeness(before: string, after: string): number {
  const label = [...before.matchAll(labels)].at(-1)?.groups;
  if (unit.test(after) || label?.other !== undefined) return -1;
  if (label?.code !== undefined) return 2;
  return /(?:^|\n)\s*$/.test(before) && /^\s*(?:\n|$)/.test(after) ? 1 : 0;
}

const SIX_DIGITS = 10;
/** How far before a number a word may stand that says what it is. */
const MAX_CHARACTERS = 80;
