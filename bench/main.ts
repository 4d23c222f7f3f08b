import { parseArgs } from "node:util";
import { compareWith } from "./against/compare-with.ts";
import { comparisons } from "./against/comparisons.ts";
import { machine } from "./machine.ts";
import { measureAll } from "./measure-all.ts";
import { writeReport } from "./report/write-report.ts";
import { rows } from "./rows.ts";
import { hasPostgres } from "./shared/database.ts";
import { reportShared } from "./shared/measure-shared.ts";

/**
 * `npm run bench`: measures everything, and writes `docs/speed.json`, the chart and the tables of `docs/speed.md`; those of
 * `docs/shared.md`, too, if there is a PostgreSQL. What is measured with `--only` is told and not written; `--brief` only
 * shows that it can be measured. `--against <commit>` measures this program and that of a commit turn about, tells what
 * has changed, and writes nothing. Ends with an error when a request has failed.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    rounds: { type: "string" },
    against: { type: "string" },
    brief: { type: "boolean", default: false },
  },
});
const names = [...(values.against === undefined ? rows : comparisons).keys()];
const unknown = values.only?.find((name) => !names.includes(name));
if (unknown !== undefined) throw new Error(`there is no ${unknown}; there are: ${names.join(", ")}`);

const scale = values.brief
  ? { rounds: 1, share: 0.1 }
  : { rounds: Number(values.rounds ?? (values.against === undefined ? 10 : 15)), share: 1 };
const begun = { measuredAt: new Date().toISOString(), rounds: scale.rounds, machine: machine() };
console.log(begun);
if (values.against !== undefined) {
  await compareWith(values.against, values.only ?? names, scale);
  process.exit();
}
// Attacks give no figures to write down, and the page needs a browser: both are measured when they are asked for.
const usual = names.filter((name) => !["abuse", "page"].includes(name));
const measured = await measureAll(values.only ?? usual, scale);
if (values.only === undefined && !values.brief) {
  await writeReport({ ...begun, command: "npm run bench", rows: measured });
}
if (values.only === undefined && hasPostgres)
  await reportShared({ ...scale, rounds: Math.min(scale.rounds, 5) }, !values.brief);
if (values.only === undefined && !hasPostgres) {
  console.warn("NOT MEASURED: the store that replicas share. `npm run test:postgres` installs its PostgreSQL.");
}
