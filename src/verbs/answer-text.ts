import { columnValue, fields, table } from "./table.ts";

/**
 * Returns what a person reads of an answer. `shown`: its columns, with the list that they are of (`worlds: world=worldId
 * fixture`). `said`: what is said instead of no columns, or of an empty list.
 */
export function answerText(answer: unknown, shown: string, said?: string): string {
  const [columns = "", list] = shown.split(": ").toReversed();
  if (list === undefined) return said ?? fields(answer, columns);
  const rows = rowsOf(answer, list);
  return rows.length === 0 ? (said ?? `No ${list}.`) : table(rows, columns);
}

/** Returns the list at a path of an answer; an answer that is a list itself is that list. */
export function rowsOf(answer: unknown, list: string): readonly unknown[] {
  const rows = Array.isArray(answer) ? answer : columnValue(answer, list);
  if (!Array.isArray(rows)) throw new SyntaxError(`the answer has no list ${list}`);
  return rows;
}
