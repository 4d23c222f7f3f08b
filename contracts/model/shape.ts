import { isObject } from "../judge/json.ts";

/** Returns the names and kinds of a value, and its constants: texts in capitals, which tell errors apart. */
export function shapeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length > 0 ? shapeOf(value[0]) : ""}]`;
  if (isObject(value)) {
    const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${name}:${shapeOf(member)}`).join()}}`;
  }
  return typeof value === "string" && /^[A-Z][A-Z_]+$/.test(value) ? value : typeof value;
}
