import { type JsonToken, jsonTokens } from "./json-text-tokens.ts";

/** A JSON text with a line for each member, its values as they were written; any other text as it is. */
export function prettyJson(text: string): string {
  const tokens = jsonTokens(text)?.filter(({ kind }) => kind !== "space");
  if (tokens === undefined) return text;
  let depth = 0;
  let pretty = "";
  for (const [index, token] of tokens.entries()) {
    if (isMark(token, "}]")) {
      depth -= 1;
      // What has nothing in it stays on one line.
      if (!isMark(tokens[index - 1], "{[")) pretty += line(depth);
    }
    pretty += token.text;
    if (isMark(token, "{[")) {
      depth += 1;
      if (!isMark(tokens[index + 1], "}]")) pretty += line(depth);
    }
    if (isMark(token, ",")) pretty += line(depth);
    if (isMark(token, ":")) pretty += " ";
  }
  return pretty;
}

function line(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}

function isMark(token: JsonToken | undefined, marks: string): boolean {
  return token?.kind === "mark" && marks.includes(token.text);
}
