import { isClosing, isOpening, isSpace, jsonTokens } from "./json-text-tokens.ts";

/** With a line for each level, a short text that is nested deep would become millions of spaces. */
const MAX_DEPTH = 64;

/** Returns a JSON text with a line for each member, its values as they were written; any other or deeper text as it is. */
export function prettyJson(text: string): string {
  const tokens = jsonTokens(text)?.filter((token) => !isSpace(token));
  if (tokens === undefined) return text;
  let depth = 0;
  let pretty = "";
  const breakLine = () => {
    pretty += `\n${"  ".repeat(depth)}`;
  };
  for (const [index, token] of tokens.entries()) {
    if (isClosing(token)) depth -= 1;
    // What has nothing in it stays on one line.
    if (isClosing(token) && !isOpening(tokens[index - 1])) breakLine();
    pretty += token === ":" ? ": " : token;
    if (isOpening(token)) depth += 1;
    if (depth > MAX_DEPTH) return text;
    if (token === "," || (isOpening(token) && !isClosing(tokens[index + 1]))) breakLine();
  }
  return pretty;
}
