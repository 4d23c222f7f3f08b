/**
 * Development only: runs the suite with everything allowed, and prints what it finds.
 *     node contracts/try.ts <url> [<ops url>] [<story name pattern>] [<clause pattern>]
 * `<ops url>`: of a deployment like the one whose driver file is in `target/driver/testing`. A sandbox needs none.
 * Variables: API_KEY, BUDGET and PATIENCE_S, ALLOW=open,settle,webhooks, LIST=1 for every clause that was not broken, too.
 */
import { readFileSync } from "node:fs";
import { loadDocument } from "../src/spec/document.ts";
import { clauses } from "./clauses/catalogue.ts";
import { Description } from "./judge/description.ts";
import type { Progress } from "./run/options.ts";
import { runSuite } from "./suite.ts";
import { readDriverFile } from "./target/driver/driver-file.ts";
import { FileDriver } from "./target/driver/file-driver.ts";

const [url = "", ops = "", stories = "", only = ""] = process.argv.slice(2);
const {
  API_KEY = "ak.aurora.7d1f",
  BUDGET = "100000",
  PATIENCE_S = "120",
  ALLOW = "open,settle,webhooks",
} = process.env;
process.env.OPS_URL = ops;
const ending = new AbortController();
process.once("SIGINT", () => ending.abort(new Error("interrupted")));
const file = new URL("target/driver/testing/deployment.driver.yaml", import.meta.url);
const actions = readDriverFile(readFileSync(file, "utf8"), "deployment.driver.yaml");
const driver = ops === "" ? undefined : new FileDriver(actions, { signal: ending.signal, apiKey: API_KEY });
const may = (permission: string) => ALLOW.split(",").includes(permission);

const result = await runSuite({
  target: { url, apiKey: API_KEY, useControlPlane: true },
  description: new Description(loadDocument("interface").source),
  clauses: clauses.filter(({ id, needs }) => id.includes(only) && needs.some(({ name }) => name.includes(stories))),
  permissions: {
    open: may("open"),
    settle: may("settle"),
    webhooks: may("webhooks"),
    budgetCents: Number(BUDGET),
    cancelOpen: may("cancel-open"),
  },
  patienceMs: Number(PATIENCE_S) * 1_000,
  codes: driver,
  driver: process.env.NODRIVER === undefined ? driver : undefined,
  receiver: { host: "127.0.0.1", port: Number(process.env.RECEIVER_PORT ?? 0), url: process.env.RECEIVER_URL },
  signal: ending.signal,
  onProgress: tell,
});

for (const { clause, kind, reason = "", observations } of result.findings) {
  if (kind !== "passed" || process.env.LIST !== undefined)
    console.log(kind, clause.id, reason, observations.join(" | "));
}
for (const { story, reason, tookMs } of result.played)
  console.log(`played ${story.name}: ${tookMs} ms ${reason ?? ""}`);
for (const sentence of result.leftBehind) console.log("left behind:", sentence);
const kinds = Object.groupBy(result.findings, ({ kind }) => kind);
const spentCents = result.payments.reduce((sum, { valueCents }) => sum + valueCents, 0);
console.log(
  Object.entries(kinds)
    .map(([kind, found]) => `${kind} ${found?.length}`)
    .join(", "),
  `spent ${spentCents}`,
);

function tell(progress: Progress): void {
  if (process.env.QUIET !== undefined) return;
  if (progress.kind === "planned") console.log("plan", progress.plan.price, progress.plan.missing);
  if (progress.kind === "waits")
    console.log(`${progress.story} waits for ${progress.what} until ${new Date(progress.until).toISOString()}`);
}
