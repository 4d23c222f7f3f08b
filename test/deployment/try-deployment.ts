/**
 * Judges a deployment of the interface by another author, if one is there: as it is, and in other settings, nothing may be
 * broken, and each of a sample of its planted defects must break its own clause and no other.
 *
 *     node test/deployment/try-deployment.ts <folder with server.mjs> [<defect> ...]
 */
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { clauses } from "../../contracts/clauses/catalogue.ts";
import { description } from "../../contracts/judge/testing/described.ts";
import type { Finding } from "../../contracts/run/verdict.ts";
import { deliveriesRetried, payoutsRetried, webhookDeactivated } from "../../contracts/stories/retries.ts";
import type { Story } from "../../contracts/stories/story.ts";
import { runSuite } from "../../contracts/suite.ts";
import type { CodeSource } from "../../contracts/target/codes/code-source.ts";
import { readDriverFile } from "../../contracts/target/driver/driver-file.ts";
import { FileDriver } from "../../contracts/target/driver/file-driver.ts";
import { freePort } from "../free-port.ts";
import { Deployment, type Settings } from "./deployment.ts";
import { type Sampled, sample, type Variant, variants } from "./sample.ts";

const [folder = "", ...chosen] = process.argv.slice(2);
const apiKey = "ak.aurora.7d1f";
const driverFile = new URL("../../contracts/target/driver/testing/deployment.driver.yaml", import.meta.url);
const driverText = readFileSync(driverFile, "utf8");
/** Of the least to judge beside a defect's own clause, so that a false alarm next to it is seen. */
const smoke = ["balance.", "history.fields", "confirmation.approved", "webhooks.secret-shown-at-creation"];

/** With everything allowed, how many of the documented clauses must have been judged. */
const MIN_JUDGED = 135;

/** Their waits take minutes, and no setting changes them. */
const slow: readonly Story[] = [deliveriesRetried, payoutsRetried, webhookDeactivated];
const quick = new Set(clauses.filter(({ needs }) => !needs.some((one) => slow.includes(one))).map(({ id }) => id));

const problems: string[] = [];
const queue: (() => Promise<void>)[] = sample
  .filter(({ defect }) => chosen.length === 0 || chosen.includes(defect))
  .map((one) => () => withDefect(one));
if (chosen.length === 0) {
  queue.unshift(asItIs);
  queue.push(...variants.map((variant) => () => inVariant(variant)));
}
await Promise.all(Array.from({ length: 8 }, work));
for (const problem of problems) console.error(`FAILED: ${problem}`);
process.exitCode = problems.length === 0 ? 0 : 1;

async function work(): Promise<void> {
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) await next();
}

async function asItIs(): Promise<void> {
  const found = await judged({}, () => true);
  problems.push(...falseAlarms(found, "without a defect"));
  const documented = found.filter(({ clause }) => clause.kind === "documented");
  const judgedOnes = documented.filter(({ kind }) => kind === "passed");
  console.log(`without a defect: ${judgedOnes.length} of ${documented.length} documented clauses passed`);
  if (judgedOnes.length < MIN_JUDGED) problems.push(`only ${judgedOnes.length} documented clauses were judged`);
}

async function inVariant({ name, settings, codesLateMs = 0 }: Variant): Promise<void> {
  const found = await judged(settings, (id) => quick.has(id), {}, codesLateMs);
  const alarms = falseAlarms(found, name);
  console.log(`${name}: ${alarms.length} false alarms`);
  problems.push(...alarms);
}

function falseAlarms(found: readonly Finding[], where: string): readonly string[] {
  const broken = found.filter(({ kind }) => kind === "broken" || kind === "suite-error");
  return broken.map(({ clause, kind, reason }) => `${kind} ${where}: ${clause.id}: ${reason}`);
}

async function withDefect({ defect, clause, mayBreak, settings = {}, expected = {} }: Sampled): Promise<void> {
  const isAsked = (id: string) => id === clause || smoke.some((start) => id.startsWith(start));
  const found = await judged({ DEFECT: defect, ...settings }, isAsked, expected);
  const broken = found.filter(({ kind }) => kind === "broken").map((finding) => finding.clause.id);
  console.log(`${defect}: ${broken.join(", ") || "nothing"} broken`);
  if (broken.filter((id) => id !== mayBreak).join() !== clause)
    problems.push(`${defect} broke ${broken.join(", ") || "nothing"}, not ${clause}`);
}

async function judged(settings: Settings, isAsked: (id: string) => boolean, expected = {}, codesLateMs = 0) {
  await using deployment = await Deployment.start(folder, settings);
  const actions = readDriverFile(driverText.replace("{env.OPS_URL}", deployment.ops), "deployment.driver.yaml");
  const driver = new FileDriver(actions, { signal: new AbortController().signal, apiKey });
  const codes: CodeSource = {
    read: async (request, signal) => {
      const code = await driver.read(request, signal);
      await sleep(codesLateMs, undefined, { signal });
      return code;
    },
  };
  const port = await freePort();
  const { findings } = await runSuite({
    target: { url: deployment.url, apiKey, useControlPlane: false },
    description,
    clauses: clauses.filter(({ id }) => isAsked(id)),
    permissions: { open: true, settle: true, webhooks: true, budgetCents: 100_000, cancelOpen: false },
    patienceMs: 120_000,
    codes,
    driver,
    expected,
    receiver: { host: "127.0.0.1", port, url: `http://127.0.0.1:${port}` },
  });
  return findings;
}
