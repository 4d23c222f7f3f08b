const INDENT = "  ";

/** Lines stand no further in than this: of a few kilobytes of brackets, deeper ones would make gigabytes. */
const MAX_DEPTH = 40;

/**
 * Returns JSON with line breaks and indentation, and nothing else changed: numbers, escapes and double names stay as they
 * were sent. A text that is no JSON is returned as it is.
 */
export function indentedJson(content: string): string {
  try {
    JSON.parse(content);
  } catch {
    return content;
  }
  // A string, white space, or one character of what is between them.
  const tokens = content.match(/"(?:[^"\\]|\\.)*"|\s+|[{}[\],:]|[^"\s{}[\],:]+/g) ?? [];
  const told = tokens.filter((token) => !/^\s/.test(token));
  let depth = 0;
  let text = "";
  for (const [i, token] of told.entries()) {
    const isEmpty = /^[{[]/.test(told[i - 1] ?? "") && /^[}\]]/.test(token);
    if (/^[}\]]/.test(token)) {
      depth -= 1;
      if (!isEmpty) text += line(depth);
    }
    text += token === ":" ? ": " : token;
    if (/^[{[]/.test(token)) depth += 1;
    const opens = /^[{[]/.test(token) && !/^[}\]]/.test(told[i + 1] ?? "");
    if (opens || token === ",") text += line(depth);
  }
  return text;
}

function line(depth: number): string {
  return `\n${INDENT.repeat(Math.min(depth, MAX_DEPTH))}`;
}
