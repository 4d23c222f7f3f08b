import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type Row, rowOf, type Scale } from "../row.ts";
import { takeTurns } from "../take-turns.ts";

const run = promisify(execFile);
const main = new URL("../../dist/src/cli/main.js", import.meta.url).pathname;
const name = "saldo contract --in-process";

/** The whole contract suite against a sandbox that it starts itself. */
export async function contracts({ rounds }: Scale): Promise<readonly Row[]> {
  const measured = await takeTurns([{ name, measure: suite }], Math.min(rounds, 7), { warmUp: false });
  return [
    rowOf({
      title: "the contract suite, from its start to its report",
      unit: "s",
      better: "less",
      figures: measured.figures("seconds", null),
      targets: [measured.target("seconds", name, { atMost: 12 }, null)],
    }),
  ];
}

/** It ends with an error when anything is broken. */
async function suite() {
  const begun = performance.now();
  await run(process.execPath, [main, "contract", "--in-process"], { maxBuffer: Number.POSITIVE_INFINITY });
  return { values: { seconds: (performance.now() - begun) / 1_000 }, failed: 0 };
}
