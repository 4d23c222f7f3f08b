import ts from "typescript";
import { isScalar, parseDocument, visit } from "yaml";

/** A part of a file, from its first character to before `end`. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** Returns the text with everything outside the ranges replaced by spaces, so that lines stay where they are. */
function only(text: string, ranges: readonly Range[]): string {
  let [result, reached] = ["", 0];
  for (const { start, end } of ranges) {
    result += blank(text.slice(reached, start)) + text.slice(start, end);
    reached = end;
  }
  return result + blank(text.slice(reached));
}

function blank(text: string): string {
  return text.replace(/[^\n]/g, " ");
}

/** Returns the prose of a Markdown page: no code, no quoted names, no addresses, and nothing that the bench has written. */
export function proseOf(page: string): string {
  return page.replace(/^```[\s\S]*?^```$|`[^`\n]+`|\]\([^)\s]+\)|<!-- measured[\s\S]*?<!-- end/gm, blank);
}

const describing = new Set(["description", "summary", "title", "x-assumed"]);

/** Returns the descriptions in a YAML document, and its comments. */
export function descriptionsOf(text: string): string {
  const ranges: Range[] = [];
  visit(parseDocument(text), {
    Pair(_key, { key, value }) {
      if (!isScalar(key) || !describing.has(String(key.value)) || !isScalar(value) || !value.range) return;
      ranges.push({ start: value.range[0], end: value.range[1] });
    },
  });
  for (const { index, 0: comment } of text.matchAll(/^ *#.*$/gm)) {
    ranges.push({ start: index, end: index + comment.length });
  }
  const ordered = ranges.toSorted((a, b) => a.start - b.start);
  return only(text, ordered)
    .replaceAll(/^( *)#/gm, "$1 ")
    .replaceAll(/`[^`\n]+`/g, blank);
}

/** Returns the comments of a program, without their slashes and stars. */
export function commentsOf(program: string): string {
  return plainComments(only(program, tokensOf(program).comments));
}

/** Returns the comments and the string literals of a program. A string without a space is a name and no text. */
export function textsOf(program: string): string {
  const { comments, strings } = tokensOf(program);
  const texts = strings.filter(({ start, end }) => /\S \S/.test(program.slice(start, end)));
  const ordered = [...comments, ...texts].toSorted((a, b) => a.start - b.start);
  return plainComments(only(program, ordered)).replaceAll(/`\w+`/g, blank);
}

/** Returns the text without the marks of comments, so that a sentence can be read over its lines. */
export function plainComments(text: string): string {
  return text.replaceAll(/^ *(?:\/\*\*?|\*\/?|\/\/)|\*\/$|(?<= )\/\/(?= )/gm, blank);
}

function tokensOf(program: string): { comments: Range[]; strings: Range[] } {
  const file = ts.createSourceFile("program.ts", program, ts.ScriptTarget.Latest, true);
  const [comments, strings]: [Range[], Range[]] = [[], []];
  const look = (node: ts.Node): void => {
    if (ts.isJSDoc(node)) return;
    const children = node.getChildren(file);
    for (const child of children) look(child);
    if (children.length > 0) return;
    const [start, end] = [node.getStart(file), node.getEnd()];
    // What stands between two tokens is white space and comments.
    const before = program.slice(node.getFullStart(), start);
    if (before.includes("/")) comments.push({ start: node.getFullStart(), end: start });
    if (ts.isStringLiteral(node) || ts.isTemplateLiteralToken(node)) strings.push({ start, end });
  };
  look(file);
  return { comments, strings };
}
