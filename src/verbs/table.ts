import { money } from "../report/money.ts";
import { oneLine } from "../report/printed-text.ts";

/** The names of amounts in cents. */
const MONEY = /^(value|fee|total|available|reserved|\w*[bB]alance|\w+Cents)$/;

/** A column: its head, and where in an answer its cell is; the first of several that is there. */
interface Column {
  readonly head: string;
  readonly paths: readonly string[];
}

/** Reads columns such as `charge=chargeId total of=operationId|event next-due=nextDueAt`. */
export function columnsOf(shown: string): readonly Column[] {
  return shown.split(" ").map((column) => {
    const [head = "", paths = head] = column.split("=");
    return { head: head.replaceAll("-", " "), paths: paths.split("|") };
  });
}

/** Returns the value at a path; `last` is the last entry of a list, any other name is taken of each. */
export function columnValue(thing: unknown, path: string): unknown {
  if (path === "") return thing;
  const [name = "", ...rest] = path.split(".");
  if (Array.isArray(thing) && name === "last") return columnValue(thing.at(-1), rest.join("."));
  if (Array.isArray(thing) && name !== "length") return thing.map((one) => columnValue(one, path));
  return columnValue(Object(thing)[name], rest.join("."));
}

function cellOf(thing: unknown, { paths }: Column): string | null {
  for (const path of paths) {
    const value = columnValue(thing, path);
    const name = path.split(".").at(-1) ?? path;
    if (typeof value === "boolean") return value ? name : `not ${name}`;
    if (typeof value === "number" && MONEY.test(name)) return money(value);
    if (value !== undefined && value !== null) return oneLine(String(value));
  }
  return null;
}

/** Returns things as columns with a line of heads. Cells may come from strangers. */
export function table(things: readonly unknown[], shown: string): string {
  const columns = columnsOf(shown);
  const heads = columns.map(({ head }) => head.toUpperCase());
  const lines = [heads, ...things.map((thing) => columns.map((column) => cellOf(thing, column) ?? "-"))];
  const widths = heads.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const padded = lines.map((line) => line.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join("  "));
  return padded.map((line) => line.trimEnd()).join("\n");
}

/** Returns a thing with one column a line; what it does not have is left out. */
export function fields(thing: unknown, shown: string): string {
  const columns = columnsOf(shown);
  const width = Math.max(...columns.map(({ head }) => head.length));
  const cells = columns.map((column) => [column.head.padEnd(width), cellOf(thing, column)] as const);
  return cells.flatMap(([head, cell]) => (cell === null ? [] : `${head}  ${cell}`)).join("\n");
}
