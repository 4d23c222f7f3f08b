import { parseArgs } from "node:util";
import { measureShared, reportShared, sharedRows } from "./shared/measure-shared.ts";

/**
 * `node bench/shared.ts`: measures the store that several replicas share, and writes the tables of `docs/shared.md`. It
 * needs the built package (`npm run build`), and PostgreSQL, which `npm run test:postgres` installs. What is measured with
 * `--only` is told and not written; `--brief` only shows that it can be measured. Ends with an error when a request has
 * failed.
 */
const { values } = parseArgs({
  options: {
    only: { type: "string", multiple: true },
    rounds: { type: "string", default: "5" },
    brief: { type: "boolean", default: false },
  },
});
const unknown = values.only?.find((name) => !sharedRows.has(name));
if (unknown !== undefined) throw new Error(`there is no ${unknown}; there are: ${[...sharedRows.keys()].join(", ")}`);

const scale = values.brief ? { rounds: 1, share: 0.1 } : { rounds: Number(values.rounds), share: 1 };
if (values.only === undefined) await reportShared(scale, !values.brief);
else await measureShared(values.only, scale);
