/** An element of an XML document, or of a page that is one. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly Element[];
  /** All text within it, also that of its children. */
  readonly text: string;
}

interface Growing extends Element {
  readonly attributes: Record<string, string>;
  readonly children: Growing[];
  text: string;
}

const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/u;
const prolog = /^(?:<\?xml version="1\.0" encoding="UTF-8"\?>\s*)?(?:<!DOCTYPE html>\s*)?/;
const piece = /<\/([A-Za-z][\w-]*)\s*>|<([A-Za-z][\w-]*)((?:\s+[A-Za-z][\w:-]*="[^"<]*")*)\s*(\/?)>|([^<]+)/gy;
const attribute = /\s+([A-Za-z][\w:-]*)="([^"<]*)"/gy;
const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/**
 * Reads the XML that reports are made of, as strictly as XML 1.0 demands: whatever is not well-formed throws, and so does
 * what reports have no use for (comments, CDATA, processing instructions).
 */
export function readWellFormed(document: string): Element {
  if (forbidden.test(document)) throw new Error("a character that XML 1.0 forbids");
  const body = document.replace(prolog, "").trimEnd();
  const root: Growing = { name: "", attributes: {}, children: [], text: "" };
  const open: Growing[] = [root];
  let end = 0;
  for (const match of body.matchAll(piece)) {
    end = match.index + match[0].length;
    takePiece(open, match);
  }
  if (end !== body.length) throw new Error(`no markup: ${body.slice(end, end + 80)}`);
  const [only] = root.children;
  if (open.length !== 1 || only === undefined || root.children.length !== 1) throw new Error("not one whole element");
  return only;
}

/** All elements of that name in it, in the order of the document. */
export function elementsOf(element: Element, name: string): readonly Element[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...elementsOf(child, name)]);
}

function takePiece(open: Growing[], match: RegExpExecArray): void {
  const [, closing, opening, attributes = "", isEmpty, text] = match;
  const parent = open.at(-1);
  if (parent === undefined) throw new Error("more is closed than was opened");
  if (text !== undefined) {
    if (open.length === 1) throw new Error(`text outside of the element: ${text}`);
    for (const each of open) each.text += decoded(text);
  } else if (closing !== undefined) {
    if (parent.name !== closing) throw new Error(`</${closing}> closes <${parent.name}>`);
    open.pop();
  } else {
    const child: Growing = { name: opening ?? "", attributes: attributesOf(attributes), children: [], text: "" };
    parent.children.push(child);
    if (isEmpty === "") open.push(child);
  }
}

function attributesOf(text: string): Record<string, string> {
  const pairs = Array.from(text.matchAll(attribute), ([, name = "", value = ""]) => [name, decoded(value)] as const);
  if (new Set(pairs.map(([name]) => name)).size < pairs.length) throw new Error(`an attribute is there twice:${text}`);
  return Object.fromEntries(pairs);
}

function decoded(text: string): string {
  if (text.includes("]]>")) throw new Error("]]> in a text");
  return text.replaceAll(/&(?:#(\d+)|(\w+));|&/g, (whole, code?: string, name?: string) => {
    const character = code === undefined ? named[name ?? ""] : String.fromCodePoint(Number(code));
    if (character === undefined || forbidden.test(character)) throw new Error(`no reference: ${whole}`);
    return character;
  });
}
