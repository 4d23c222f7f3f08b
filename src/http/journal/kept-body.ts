const MAX_CHARACTERS = 8_192;

/** The JSON text of a body, or a sentence in parentheses: no JSON begins with one. */
export type KeptBody = string | null;

/** Returns whether a text is short enough to be kept whole. */
export function isKeptBody(json: string): boolean {
  return json.length <= MAX_CHARACTERS;
}

export function keptBody(json: string): string {
  return isKeptBody(json) ? json : beginningOf(json, MAX_CHARACTERS);
}

/** Returns a copy, because a part of a text keeps the whole of it in memory. */
export function beginningOf(text: string, length: number): string {
  return Buffer.from(`(cut: the first ${length} of ${text.length} characters) ${text.slice(0, length)}`).toString();
}
