import type { Row } from "./row.ts";

/** A row about which nothing more is to be said than is given. */
export function rowOf(given: Pick<Row, "title" | "unit" | "better" | "figures"> & Partial<Row>): Row {
  return { targets: [], growth: [], remarks: [], ...given };
}
