const token = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],:]|[\t\n\r ]+|true|false|null|-?[0-9][0-9.eE+-]*/gsy;

/**
 * Returns the strings, numbers, words, marks and spaces of a text, which together are the text, or null if it is not JSON.
 * A value that is parsed and written again would lose the digits of large numbers, duplicate names and the spaces.
 */
export function jsonTokens(text: string): readonly string[] | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return firstTokens(text);
}

/** Returns the tokens with which a text begins. */
export function firstTokens(text: string): readonly string[] {
  return text.match(token) ?? [];
}

export function isSpace(token: string): boolean {
  return /^\s/.test(token);
}

export function isOpening(token: string | undefined): boolean {
  return token === "{" || token === "[";
}

export function isClosing(token: string | undefined): boolean {
  return token === "}" || token === "]";
}
