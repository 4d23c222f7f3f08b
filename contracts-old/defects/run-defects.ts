/**
 * Tests the contracts themselves: every defect of the catalogue is planted into a copy of the sandbox, and the suite must
 * find the clauses broken that it breaks; harmless changes must leave all documented clauses held. Prints the matrix.
 *
 *     npm run contracts:defects -- [--only <regular expression of ids>] [--jobs 2] [--json <file>] [--all]
 *
 * With `--all` every defect meets every documented clause, which also shows what else breaks with it. That takes five
 * times as long and decides nothing more, so CI goes without.
 */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readReport, runContract } from "../../test/running-contract.ts";
import { clauses } from "../clauses/catalogue.ts";
import { BrokenCopy } from "./broken-copy.ts";
import { defects } from "./catalogue.ts";
import { harmlessChanges } from "./harmless-changes.ts";
import { type Outcome, outcomeOf, type Planted, printMatrix } from "./matrix.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    jobs: { type: "string", default: "2" },
    json: { type: "string" },
    all: { type: "boolean", default: false },
  },
});
const documented = clauses.filter(({ kind }) => kind === "documented");
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
const failed = printMatrix(outcomes, values.only === "" ? documented : []);
if (values.json !== undefined) await writeFile(values.json, JSON.stringify(outcomes, null, 2));
process.exitCode = failed === 0 ? 0 : 1;

async function runNext(): Promise<void> {
  await using copy = await BrokenCopy.make();
  for (let one = left.shift(); one !== undefined; one = left.shift()) {
    const outcome = await outcomeOf(one, (planted) => copy.withChange(planted, (url) => verdicts(planted, url)));
    outcomes.push(outcome);
    console.log(
      `${outcomes.length}/${work.length} ${outcome.problem === undefined ? "ok    " : "FAILED"} ${one.id}${outcome.problem === undefined ? "" : `: ${outcome.problem}`}`,
    );
  }
}

/** Returns what the suite says of a sandbox with this change: by clause, its verdict. */
async function verdicts(planted: Planted, url: string): Promise<ReadonlyMap<string, string>> {
  const folder = await mkdtemp(join(tmpdir(), "saldo-verdicts-"));
  try {
    const file = join(folder, "report.json");
    // A broken clause makes it end with a status of its own; only that there is no report is an error here.
    await runContract(["--url", url, "--json", file, "--only", clausesFor(planted).join(",")]);
    const { results } = await readReport(file);
    return new Map(results.map(({ clause, verdict }) => [clause.id, verdict.kind]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Returns the clauses that a defect must break; all documented ones for a harmless change, or when all are wanted. */
function clausesFor({ breaks }: Planted): readonly string[] {
  if (breaks.length > 0 && !values.all) return breaks;
  // These take ten seconds of real time.
  const slow = ["retries.timeout", "retries.patience"];
  return documented
    .map(({ id }) => id)
    .filter((id) => breaks.length === 0 || breaks.includes(id) || !slow.includes(id));
}
