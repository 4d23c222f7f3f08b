import { Document, isMap, isScalar, isSeq, parseDocument, visit } from "yaml";
import type { OverlayAction } from "./overlay-action.ts";

/** What an overlay is called. */
export interface OverlayTitle {
  readonly title: string;
  readonly version: string;
}

/**
 * The file of an overlay in YAML, with what was seen as comments.
 * @param base the file of an overlay that the new actions come after; its own actions and comments stay first.
 * @throws Error for a base that has no actions.
 */
export function overlayText(
  info: OverlayTitle,
  head: readonly string[],
  actions: readonly OverlayAction[],
  base?: string,
): string {
  const file = base === undefined ? new Document({ overlay: "1.0.0", info: {}, actions: [] }) : parseDocument(base);
  if (!isMap(file.contents)) throw new Error("the overlay that the run used is none: it is no object");
  const list = file.get("actions");
  if (!isSeq(list)) throw new Error("the overlay that the run used is none: it has no list of actions");
  file.set("info", file.createNode(info));
  list.flow = false;
  for (const { comment, ...action } of written(actions, list.items.length)) {
    // The same response may stand at several places; an alias would tie them together.
    const node = file.createNode(action, { aliasDuplicateObjects: false });
    visit(node, {
      Seq(_, list) {
        list.flow = list.items.every(isScalar);
      },
    });
    node.commentBefore = commentOf(comment);
    list.add(node);
  }
  const before = file.commentBefore ? `${file.commentBefore}\n` : "";
  file.commentBefore = base === undefined ? commentOf(head) : before + commentOf(head);
  return file.toString({ lineWidth: 120, flowCollectionPadding: false });
}

/** An overlay needs an action, even where there is nothing to change. */
function written(actions: readonly OverlayAction[], before: number): readonly OverlayAction[] {
  if (actions.length > 0 || before > 0) return actions;
  return [{ target: "$.info", update: {}, comment: ["Nothing differs."] }];
}

function commentOf(lines: readonly string[]): string | null {
  if (lines.length === 0) return null;
  return lines
    .flatMap(wrapped)
    .map((line) => ` ${line}`)
    .join("\n");
}

/** Lines of at most about a hundred characters; what a target has named must not end a comment. */
function wrapped(line: string): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.replaceAll(/[\p{Cc}\u2028\u2029]/gu, " ").split(" ")) {
    if (current !== "" && current.length + word.length > 100) {
      lines.push(current);
      current = `  ${word}`;
    } else current = current === "" ? word : `${current} ${word}`;
  }
  return [...lines, current];
}
