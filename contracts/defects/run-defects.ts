/**
 * Tests the contracts themselves: every defect of the catalogue is planted into a copy of the sandbox, and the suite must
 * find the clauses broken that it breaks; harmless changes must leave all documented clauses held. Prints the matrix.
 *
 *     npm run contracts:defects -- [--only <regular expression of ids>] [--jobs 2] [--json <file>]
 */
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { clauses } from "../clauses/catalogue.ts";
import { verdictKinds } from "../report/verdict.ts";
import { readVerdicts } from "../stand-in/verdicts.ts";
import { BrokenCopy, type Change } from "./broken-copy.ts";
import { defects, harmlessChanges } from "./catalogue.ts";
import { type Outcome, outcomeOf, printMatrix } from "./matrix.ts";

const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));

const { values } = parseArgs({
  options: { only: { type: "string", default: "" }, jobs: { type: "string", default: "2" }, json: { type: "string" } },
});
const chosen = new RegExp(values.only);
const work = [
  ...defects.map((defect) => ({ ...defect, why: undefined })),
  ...harmlessChanges.map((change) => ({ ...change, breaks: [] as readonly string[] })),
].filter(({ id }) => chosen.test(id));
if (work.length === 0) throw new Error(`no defect is called like ${values.only}`);

const outcomes: Outcome[] = [];
const left = [...work];
await Promise.all(Array.from({ length: Number(values.jobs) }, runNext));
outcomes.sort((a, b) => a.id.localeCompare(b.id));
const isComplete = values.only === "";
const failed = printMatrix(outcomes, isComplete ? clauses.filter(({ kind }) => kind === "documented") : []);
if (values.json !== undefined) await writeFile(values.json, JSON.stringify(outcomes, null, 2));
process.exitCode = failed === 0 ? 0 : 1;

async function runNext(): Promise<void> {
  for (let one = left.shift(); one !== undefined; one = left.shift()) {
    const outcome = await outcomeOf(one, verdicts);
    outcomes.push(outcome);
    console.log(
      `${outcomes.length}/${work.length} ${outcome.problem === undefined ? "ok    " : "FAILED"} ${one.id}${outcome.problem === undefined ? "" : `: ${outcome.problem}`}`,
    );
  }
}

/** What the suite says of a sandbox with this change: by clause, its verdict. */
async function verdicts(change: Change): Promise<ReadonlyMap<string, string>> {
  await using copy = await BrokenCopy.start(change);
  const folder = await mkdtemp(join(tmpdir(), "saldo-verdicts-"));
  try {
    const file = join(folder, "report.json");
    await suite(copy.url, file);
    return await verdictsIn(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A broken clause makes it end with a status of its own; only that there is no report is an error here. */
async function suite(url: string, file: string): Promise<void> {
  const child = spawn(process.execPath, [main, "contract", "--url", url, "--json", file], { stdio: "ignore" });
  await new Promise((resolve, reject) => child.once("exit", resolve).once("error", reject));
}

async function verdictsIn(file: string): Promise<ReadonlyMap<string, string>> {
  const { of } = await readVerdicts(file);
  return new Map(verdictKinds.flatMap((kind) => of(kind).map(({ clause }) => [clause, kind] as const)));
}
