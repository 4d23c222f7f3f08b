import { isObject } from "./json.ts";

/** Returns the names and kinds of a value, and its constants: by default texts in capitals, which tell errors apart. */
export function shapeOf(value: unknown, constant = /^[A-Z][A-Z_]+$/): string {
  if (Array.isArray(value)) return `[${value.length > 0 ? shapeOf(value[0], constant) : ""}]`;
  if (isObject(value)) {
    const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
    return `{${members.map(([name, member]) => `${name}:${shapeOf(member, constant)}`).join()}}`;
  }
  return typeof value === "string" && constant.test(value) ? value : typeof value;
}
