import { readFile } from "node:fs/promises";
import { isObject, type Json, parseJson, valueAt } from "../description/json.ts";

/** What a report in JSON says, as far as it is looked at here. */
export interface ReadVerdicts {
  of(kind: string): readonly Told[];
  readonly observations: number;
  /** How many clauses waited for time to pass. */
  readonly waited: number;
}

interface Told {
  readonly clause: string;
  readonly needs: string | undefined;
  toString(): string;
}

export async function readVerdicts(file: string): Promise<ReadVerdicts> {
  const report = parseJson(await readFile(file, "utf8"));
  const results = list(valueAt(report, ["results"])).filter(isObject);
  const text = (result: unknown, ...place: string[]) => {
    const value = valueAt(result, place);
    return typeof value === "string" ? value : undefined;
  };
  return {
    of: (kind) =>
      results
        .filter((result) => text(result, "verdict", "kind") === kind)
        .map((result) => {
          const clause = text(result, "clause", "id") ?? "";
          return { clause, needs: text(result, "verdict", "needs"), toString: () => clause };
        }),
    observations: list(valueAt(report, ["observations"])).length,
    waited: results.filter((result) => text(result, "verdict", "time") === "waited").length,
  };
}

function list(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
