import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Candidate } from "./candidate.ts";

export interface SaldoOptions {
  readonly name?: string;
  /** As a YAML or JSON fixture would say it. */
  readonly fixture?: object;
  /** A folder that worlds are kept in; by default they are kept in memory. */
  readonly data?: string;
  /** By default as it is in the package; from its source it is started by `npm start` in a clone. */
  readonly from?: "dist" | "source";
  readonly flags?: readonly string[];
}

export const apiKey = "sandbox-key";
/** Of the first world; its codes follow from it. */
export const seed = "bench";

/** The key of a company of the first world, counted from 0. */
export function keyOf(company: number): string {
  return company === 0 ? apiKey : `${apiKey}-${company + 1}`;
}

/** Saldo as its users start it; `folder` is for its fixture. */
export async function saldo(folder: string, options: SaldoOptions = {}): Promise<Candidate> {
  const { name = "Saldo", fixture, data, from = "dist", flags = [] } = options;
  const main = new URL(from === "dist" ? "../../dist/src/cli/main.js" : "../../src/cli/main.ts", import.meta.url);
  const keeper = data === undefined ? ["--store", "memory"] : ["--store", "lowdb", "--data", data];
  const begin = ["--seed", seed, ...keeper, ...flags];
  if (fixture !== undefined) {
    const path = join(folder, `${name.replaceAll(/\W+/g, "-")}.json`);
    await writeFile(path, JSON.stringify(fixture));
    begin.push("--fixture", path);
  }
  return {
    name,
    command: (port) => [process.execPath, main.pathname, "start", "--port", String(port), ...begin],
    probe: { path: "/account-balance", headers: { "x-api-key": apiKey } },
  };
}
