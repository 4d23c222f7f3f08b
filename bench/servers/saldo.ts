import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Candidate } from "./candidate.ts";
import { RunningServer } from "./running-server.ts";

export interface SaldoOptions {
  readonly name?: string;
  /** As a YAML or JSON fixture would say it. */
  readonly fixture?: object;
  /** A folder that worlds are kept in; by default they are kept in memory. */
  readonly data?: string;
  /** The address of a database that worlds are kept in, in a schema that is named. */
  readonly database?: { readonly url: string; readonly schema: string };
  /** By default as it is in the package; from its source it is started by `npm start` in a clone. */
  readonly from?: "dist" | "source";
  /** Of the checkout whose program it is; by default of this one. */
  readonly root?: string;
  readonly flags?: readonly string[];
}

const repository = new URL("../..", import.meta.url).pathname;
export const apiKey = "sandbox-key";
/** Of the first world; its codes follow from it. */
export const seed = "bench";

/** The key of a company of the first world, counted from 0. */
export function keyOf(company: number): string {
  return company === 0 ? apiKey : `${apiKey}-${company + 1}`;
}

/** Saldo as its users start it; `folder` is for its fixture. */
export async function saldo(folder: string, options: SaldoOptions = {}): Promise<Candidate> {
  const { name = "Saldo", fixture, from = "dist", root = repository, flags = [] } = options;
  const main = join(root, from === "dist" ? "dist/src/cli/main.js" : "src/cli/main.ts");
  const begin = ["--seed", seed, ...storeOf(options), ...flags];
  if (fixture !== undefined) {
    const path = join(folder, `${name.replaceAll(/\W+/g, "-")}.json`);
    await writeFile(path, JSON.stringify(fixture));
    begin.push("--fixture", path);
  }
  return {
    name,
    command: (port) => [process.execPath, main, "start", "--port", String(port), ...begin],
    probe: { path: "/account-balance", headers: { "x-api-key": apiKey } },
  };
}

/** What Saldo answers to a GET. */
export async function bodyOf(candidate: Candidate, path: string): Promise<unknown> {
  await using server = await RunningServer.start(candidate);
  const answer = await fetch(server.url + path, { headers: { "x-api-key": apiKey } });
  return await answer.json();
}

function storeOf({ data, database }: SaldoOptions): readonly string[] {
  if (database !== undefined) return ["--store", database.url, "--pg-schema", database.schema];
  return data === undefined ? ["--store", "memory"] : ["--store", "lowdb", "--data", data];
}
