/** What JSON.parse does not tell about a text that it accepts. */
export interface JsonScan {
  /** The deepest nesting of objects and lists; 0 for a plain value. */
  readonly depth: number;
  /** Members of all objects, duplicates included. */
  readonly members: number;
  /** True when a key is written with a backslash escape. */
  readonly escapedKey: boolean;
  /** Offset of the first number beyond the safe integers; null when there is none. */
  readonly numberLostAt: number | null;
}

const QUOTE = 34;
const BACKSLASH = 92;

/** Scans a text known to be valid JSON in one pass and without recursion. */
export function scanJson(text: string): JsonScan {
  let depth = 0;
  let deepest = 0;
  let members = 0;
  let escapedKey = false;
  let numberLostAt: number | null = null;
  let stringFrom = 0;
  let stringEnd = 0;
  const escapes = text.includes("\\");
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        stringFrom = at;
        stringEnd = endOfString(text, at);
        at = stringEnd;
        break;
      case 123: // {
      case 91: // [
        depth++;
        if (depth > deepest) deepest = depth;
        break;
      case 125: // }
      case 93: // ]
        depth--;
        break;
      case 58: // :
        members++;
        if (escapes && text.slice(stringFrom, stringEnd).includes("\\")) escapedKey = true;
        break;
      default:
        if (isNumberStart(text.charCodeAt(at))) {
          const end = endOfNumber(text, at);
          if (numberLostAt === null && isLost(text, at, end)) numberLostAt = at;
          at = end - 1;
        }
    }
  }
  return { depth: deepest, members, escapedKey, numberLostAt };
}

/** The offset of the quote that closes the string opened at `start`. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** A quote is escaped by an odd number of backslashes before it. */
function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(quote - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}

export function isNumberStart(code: number): boolean {
  return (code >= 48 && code <= 57) || code === 45;
}

export function endOfNumber(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && "0123456789.eE+-".includes(text.charAt(end))) end++;
  return end;
}

/** Whether the number is read as another one: beyond the safe integers, or a fraction that becomes a whole number. */
function isLost(text: string, start: number, end: number): boolean {
  // Most numbers are short and plain: those cannot be lost.
  if (end - start <= 15 && !/e/i.test(text.slice(start, end))) return false;
  const digits = text.slice(start, end);
  const number = Number(digits);
  return Math.abs(number) > Number.MAX_SAFE_INTEGER || (Number.isInteger(number) && !isWhole(digits));
}

/** Whether a JSON number, as it is written, has no fraction: `1.50e1` has none, `0.99999999999999999999` has. */
function isWhole(digits: string): boolean {
  const [, whole = "", fraction = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(digits) ?? [];
  const shift = Number(exponent);
  const written = whole + fraction;
  const point = whole.length + shift;
  return !/[1-9]/.test(point <= 0 ? written : written.slice(point));
}
