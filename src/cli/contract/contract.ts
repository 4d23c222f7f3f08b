import { readFile } from "node:fs/promises";
import { clauses } from "../../../contracts/clauses/catalogue.ts";
import { openCodeSource } from "../../../contracts/codes/code-sources.ts";
import { Description } from "../../../contracts/description/description.ts";
import { TargetUnusable } from "../../../contracts/probe.ts";
import { applyBaseline, readBaseline } from "../../../contracts/report/baseline.ts";
import { TerminalProgress } from "../../../contracts/report/terminal-progress.ts";
import { runSuite } from "../../../contracts/suite.ts";
import type { SuiteOptions } from "../../../contracts/suite-options.ts";
import { screenOf } from "../../report/screen.ts";
import { documentWithOverlay, loadDocument, type SpecDocument } from "../../spec/document.ts";
import { parseOverlay } from "../../spec/overlay.ts";
import { SpecError } from "../../spec/spec-error.ts";
import { version } from "../../version.ts";
import { endOnSignals } from "../end-on-signals.ts";
import { judged, STATUS } from "../ended.ts";
import type { Output } from "../output.ts";
import { startTarget } from "../target/start-target.ts";
import { receiverPlace, type StartedTarget } from "../target/started-target.ts";
import { Usage, usable } from "../usage.ts";
import type { ContractChoice } from "./contract-choice.ts";
import { statusOf, tell } from "./contract-reports.ts";
import { refuseUnfit, selectedBy } from "./contract-usage.ts";

/** `saldo contract`. Returns the status to end with. */
export function runContract(choice: ContractChoice, output: Output): Promise<number> {
  return judged(output, TargetUnusable, async () => (choice.list ? listClauses(choice, output) : held(choice, output)));
}

async function held(choice: ContractChoice, output: Output): Promise<number> {
  const selected = selectedBy(choice);
  await refuseUnfit(choice);
  const document = await documentOf(choice, output);
  const known = await baselineOf(choice);
  const progress = progressOf(selected, output);
  using ending = endOnSignals(STATUS.unusable, (signal) => {
    output.stderr.write(`\n${signal}: closing what is open; once more ends at once, and leaves it open\n`);
  });
  await using target = await startTarget(choice, () => document).catch(asUsage);
  const parts = { url: target.url, fetch, input: process.stdin, output: process.stderr };
  const ran = await runSuite({
    ...optionsOf(choice, target, document),
    selected,
    ...(choice.otp && { codes: openCodeSource(choice.otp, parts) }),
    onStarted: (clause) => progress.started(clause),
    onFinished: (result) => progress.finished(result),
    signal: ending.signal,
  }).finally(() => progress.end());
  const report = known ? applyBaseline(ran, known) : ran;
  const unwritten = await tell(report, choice, document, output);
  return statusOf(report, unwritten, output);
}

function optionsOf(choice: ContractChoice, target: StartedTarget, document: SpecDocument) {
  const { apiKey, adminToken, overlay, allow, budget, value } = choice;
  const settle = allow.includes("settle");
  return {
    version,
    target: {
      place: target.place,
      url: target.url,
      useControlPlane: choice.controlPlane,
      ...(apiKey !== undefined && { apiKey }),
      ...(adminToken !== undefined && { adminToken }),
      ...(overlay !== undefined && { overlay }),
    },
    // A document of OpenAPI is JSON, which its type cannot say.
    document: JSON.parse(JSON.stringify(document.source)),
    shippedDocument: JSON.parse(JSON.stringify(loadDocument("interface").source)),
    permissions: {
      open: settle || allow.includes("open"),
      settle,
      webhooks: allow.includes("webhooks"),
      budgetCents: budget,
      cancelOpen: choice.cancelOpen === true,
    },
    patienceMs: choice.patience,
    ...(value !== undefined && { valueCents: value }),
    receiver: receiverPlace(target, choice),
  } satisfies Partial<SuiteOptions>;
}

function progressOf(selected: readonly string[], { stderr }: Output): TerminalProgress {
  const chosen = clauses.filter(({ id }) => selected.includes(id));
  const screen = screenOf(stderr, process.env);
  return new TerminalProgress(screen, (text) => stderr.write(text), chosen);
}

function listClauses(choice: ContractChoice, { stdout }: Output): number {
  const selected = selectedBy(choice);
  for (const { id, kind, text } of clauses.filter((clause) => selected.includes(clause.id))) {
    stdout.write(`${id}  (${kind === "documented" ? "documented" : "assumed"})\n    ${text}\n`);
  }
  return STATUS.passed;
}

async function documentOf({ overlay }: ContractChoice, { stderr }: Output): Promise<SpecDocument> {
  if (overlay === undefined) return loadDocument("interface");
  const read = async () => documentWithOverlay("interface", parseOverlay(await readFile(overlay, "utf8")));
  const document = await usable(read, `--overlay ${overlay}`);
  const described = new Description(document.source).operations.map(({ operationId }) => operationId);
  const { operations } = new Description(loadDocument("interface").source);
  const gone = operations.find(({ operationId }) => !described.includes(operationId));
  if (gone) throw new Usage(`--overlay ${overlay}: it removes the operation ${gone.operationId}; it may only move it`);
  for (const warning of document.warnings) stderr.write(`warning: ${overlay}: ${warning}\n`);
  return document;
}

async function baselineOf({ baseline }: ContractChoice) {
  const ids = clauses.map(({ id }) => id);
  return baseline === undefined ? undefined : usable(() => readBaseline(baseline, ids));
}

/** A sandbox does not start with a description that does not fit. */
function asUsage(error: unknown): never {
  throw error instanceof SpecError ? new Usage(error.message, { cause: error }) : error;
}
