/** Shorter values would be found everywhere by chance. */
export const MIN_SECRET_CHARACTERS = 4;

/**
 * Returns a pattern that finds a value however its characters are written: plain, escaped in JSON (`\"`, `\u0040`), or
 * encoded for a URL (`%40`, a `+` for a space).
 */
export function spellingsOf(value: string): RegExp {
  // Global, so that a search can start at any place; `u`, so that no character is cut in two.
  return new RegExp(Array.from(value, spellingsOfCharacter).join(""), "gu");
}

function spellingsOfCharacter(character: string): string {
  const spellings = [literal(character), unicodeEscape(character), percentEncoding(character)];
  // JSON writes a slash as it is, but others may escape it.
  const escaped = character === "/" ? "\\/" : JSON.stringify(character).slice(1, -1);
  if (escaped.length === 2 && escaped.startsWith("\\")) spellings.push(escaped.replaceAll("\\", "\\\\"));
  if (character === " ") spellings.push("\\+");
  // The longer ones first, or a backslash that stands for itself would hide the escape that it begins.
  spellings.sort((one, other) => other.length - one.length);
  return `(?:${spellings.join("|")})`;
}

function literal(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

function unicodeEscape(character: string): string {
  const unitEscape = (unit: string) => `\\\\u${eitherCase(unit.charCodeAt(0).toString(16).padStart(4, "0"))}`;
  return character.split("").map(unitEscape).join("");
}

function percentEncoding(character: string): string {
  return Array.from(Buffer.from(character), (byte) => `%${eitherCase(byte.toString(16).padStart(2, "0"))}`).join("");
}

function eitherCase(hexadecimal: string): string {
  return hexadecimal.replaceAll(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`);
}
