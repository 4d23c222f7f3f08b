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
  // A string, or one character of what is between them, or what that separates.
  const tokens = content.match(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^"\s{}[\],:]+/g) ?? [];
  let depth = 0;
  let before = "";
  let text = "";
  for (const token of tokens) {
    const isEnd = /^[}\]]/.test(token);
    const isAfterBegin = /^[{[]/.test(before);
    if (isEnd) depth -= 1;
    if (before === "," || isEnd !== isAfterBegin) text += `\n${INDENT.repeat(Math.min(depth, MAX_DEPTH))}`;
    if (before === ":") text += " ";
    text += token;
    if (/^[{[]/.test(token)) depth += 1;
    before = token;
  }
  return text;
}
