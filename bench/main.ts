import { parseArgs } from "node:util";
import { machine } from "./machine.ts";
import { measureAll } from "./measure-all.ts";
import { writeReport } from "./report/write-report.ts";
import { rows } from "./rows.ts";

/**
 * `npm run bench`: measures everything, and writes `docs/speed.json`, the chart and the tables of `docs/speed.md`. What is
 * measured with `--only` is told and not written; `--brief` only shows that it can be measured. Ends with an error when a
 * request has failed.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    rounds: { type: "string", default: "5" },
    brief: { type: "boolean", default: false },
  },
});
const unknown = values.only?.find((name) => !rows.has(name));
if (unknown !== undefined) throw new Error(`there is no ${unknown}; there are: ${[...rows.keys()].join(", ")}`);

const scale = values.brief ? { rounds: 1, share: 0.1 } : { rounds: Number(values.rounds), share: 1 };
const begun = { measuredAt: new Date().toISOString(), rounds: scale.rounds, machine: machine() };
console.log(begun);
const measured = await measureAll(values.only ?? [...rows.keys()], scale);
if (values.only === undefined && !values.brief) {
  await writeReport({ ...begun, command: "npm run bench", rows: measured });
}
