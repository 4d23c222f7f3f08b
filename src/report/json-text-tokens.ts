/** A piece of a JSON text. All pieces together are the text, character by character. */
export interface JsonToken {
  readonly kind: "string" | "number" | "word" | "mark" | "space";
  readonly text: string;
}

const piece =
  /(?<string>"[^"\\]*(?:\\.[^"\\]*)*")|(?<mark>[{}[\],:])|(?<space>[\t\n\r ]+)|(?<word>true|false|null)|(?<number>-?[0-9][0-9.eE+-]*)/gsy;

/**
 * The pieces of a text, or null where it is no JSON. Texts are worked on in pieces, because a value that is parsed and
 * written again loses what its author wrote: the digits of large numbers, names that are there twice, the spaces.
 */
export function jsonTokens(text: string): readonly JsonToken[] | null {
  try {
    JSON.parse(text);
  } catch {
    return null;
  }
  return Array.from(text.matchAll(piece), ({ 0: own, groups }) => ({ kind: kindOf(groups), text: own }));
}

function kindOf(groups: Readonly<Record<string, string | undefined>> | undefined): JsonToken["kind"] {
  if (groups?.string !== undefined) return "string";
  if (groups?.mark !== undefined) return "mark";
  if (groups?.space !== undefined) return "space";
  return groups?.word === undefined ? "number" : "word";
}
