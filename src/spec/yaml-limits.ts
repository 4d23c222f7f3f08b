import { createRequire } from "node:module";
import type { Document } from "yaml";

const require = createRequire(import.meta.url);

/** A file by hand has a few. The parser's time grows with their square. */
const MAX_ANCHORS = 1_000;

/** Whatever can be an anchor or an alias, also within texts: counting these is cheap. */
const MAYBE_ANCHOR = /(?<![^\s,[{:-])[&*][^\s,[\]{}]/g;

/** What the parser's lexer writes before the text of a scalar. */
const SCALAR = "\u001f";
/** What it writes and is not in the file. */
const MARKS: readonly string[] = [SCALAR, "\u0002", "\u0018"];

/** Returns where the first anchor or alias beyond what a file can have begins; null if there are few. */
export function anchorBeyondLimit(text: string): number | null {
  if ((text.match(MAYBE_ANCHOR)?.length ?? 0) <= MAX_ANCHORS) return null;
  const { Lexer }: typeof import("yaml") = require("yaml");
  let count = 0;
  let offset = 0;
  let before = "";
  for (const token of new Lexer().lex(text)) {
    if (/^[&*]/.test(token) && before !== SCALAR && ++count > MAX_ANCHORS) return offset;
    if (!MARKS.includes(token)) offset += token.length;
    before = token;
  }
  return null;
}

export const TOO_MANY_ANCHORS = `a file can have at most ${MAX_ANCHORS} anchors and aliases; write the values out, or make a smaller file`;

/** Returns where keys that their map already has begin. The parser's own search compares each key with each other one. */
export function repeatedKeys(document: Document.Parsed): readonly number[] {
  const { isScalar, visit }: typeof import("yaml") = require("yaml");
  const found: number[] = [];
  visit(document, {
    Map(_, { items }) {
      const seen = new Set<unknown>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        if (seen.has(key.value)) found.push(key.range?.[0] ?? 0);
        seen.add(key.value);
      }
    },
  });
  return found;
}
