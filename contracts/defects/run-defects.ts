/**
 * Tests the contracts themselves. Every defect of the catalogue is planted into the sandbox, and the suite must find the
 * clauses broken that it breaks, and no other; on a harmless change it must break nothing.
 *
 *     npm run contracts:defects -- [--only <regular expression of ids>] [--jobs 2] [--json <file>] [--all]
 *
 * A defect meets the stories of its own clauses and a few others; with `--all` it meets all stories.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { defects } from "./catalogue.ts";
import { harmlessChanges } from "./harmless-changes.ts";
import type { DefectOutcome } from "./outcome.ts";

const { values } = parseArgs({
  options: {
    only: { type: "string", default: "" },
    jobs: { type: "string", default: "2" },
    json: { type: "string" },
    all: { type: "boolean", default: false },
  },
});
/** Each loads the source once more, which stays in memory. */
const MAX_IN_A_PROCESS = 40;
const startedAt = Date.now();
const chosen = new RegExp(values.only);
const left = [...defects, ...harmlessChanges].map(({ id }) => id).filter((id) => chosen.test(id));
if (left.length === 0) throw new Error(`no defect has a name like ${values.only}`);
const all = left.length;
const outcomes: DefectOutcome[] = [];
await Promise.all(Array.from({ length: Math.min(Number(values.jobs), all) }, work));
if (values.json !== undefined) writeFileSync(values.json, JSON.stringify(outcomes, null, 2));
const failed = outcomes.filter(({ problem }) => problem !== undefined).length;
const seconds = Math.round((Date.now() - startedAt) / 1_000);
console.log(`${all - failed} of ${all} as they should be, ${seconds} s`);
process.exitCode = failed === 0 ? 0 : 1;

/** Gives one change after the other to a process, and a new process when that one has loaded the source often. */
async function work(): Promise<void> {
  while (left.length > 0) {
    const worker = fork(new URL("worker.ts", import.meta.url), values.all ? ["--all"] : []);
    for (let done = 0; done < MAX_IN_A_PROCESS; done++) {
      const id = left.shift();
      if (id === undefined) break;
      worker.send(id);
      tell(await answerOf(worker, id));
    }
    worker.disconnect();
    await once(worker, "exit");
  }
}

async function answerOf(worker: ReturnType<typeof fork>, id: string): Promise<DefectOutcome> {
  return new Promise((resolve, reject) => {
    const died = () => reject(new Error(`the process ended while it tried ${id}`));
    worker.once("exit", died);
    worker.once("message", (outcome: DefectOutcome) => {
      worker.off("exit", died);
      resolve(outcome);
    });
  });
}

function tell(outcome: DefectOutcome): void {
  outcomes.push(outcome);
  const { id, problem, seconds } = outcome;
  const how = problem === undefined ? "ok    " : "FAILED";
  console.log(`${outcomes.length}/${all} ${how} ${id} (${seconds} s)${problem === undefined ? "" : `: ${problem}`}`);
}
