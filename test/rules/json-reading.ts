import type { Answer } from "../../src/client/answer.ts";

/** A JSON object whose members are not checked yet. */
export type Row = Readonly<Record<string, unknown>>;

export function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The objects of a list in an answer's body. */
export function rowsOf(answer: Answer, path: string): readonly Row[] {
  const found = answer.at(path);
  if (Array.isArray(found) && found.every(isRow)) return found;
  throw new Error(`the answer ${answer.status} has no list of objects at ${path}: ${JSON.stringify(answer.body)}`);
}

/** The one row that an expectation says must be there. */
export function only(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined || rows.length > 1) throw new Error(`one row was expected, there are ${rows.length}`);
  return row;
}

export function numberOf(answer: Answer, path: string): number {
  const value = answer.at(path);
  if (typeof value === "number") return value;
  throw new Error(`the answer ${answer.status} has no number at ${path}: ${JSON.stringify(answer.body)}`);
}
