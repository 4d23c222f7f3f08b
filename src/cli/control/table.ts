import { oneLine } from "../../report/printed-text.ts";

/** A column: its head, and the cell of a row. */
export type Column<Row> = readonly [head: string, cell: (row: Row) => string | number | null | undefined];

/** Returns rows as columns with a line of heads; `none` without rows. Cells may come from strangers. */
export function table<Row>(rows: readonly Row[], columns: readonly Column<Row>[], none: string): string {
  if (rows.length === 0) return none;
  const cells = rows.map((row) => columns.map(([, cell]) => oneLine(String(cell(row) ?? "-"))));
  const lines = [columns.map(([head]) => head), ...cells];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  return lines
    .map((line) =>
      line
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

/** Returns names with their values, one a line. */
export function fields(values: Readonly<Record<string, string | number | null | undefined>>): string {
  const width = Math.max(...Object.keys(values).map((name) => name.length));
  const lines = Object.entries(values).filter(([, value]) => value !== undefined && value !== null);
  return lines.map(([name, value]) => `${name.padEnd(width)}  ${oneLine(String(value))}`).join("\n");
}
