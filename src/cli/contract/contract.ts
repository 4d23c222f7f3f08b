import { readFile } from "node:fs/promises";
import { clauses } from "../../../contracts/clauses/catalogue.ts";
import { openCodeSource } from "../../../contracts/codes/code-sources.ts";
import { Description } from "../../../contracts/description/description.ts";
import { TargetUnusable } from "../../../contracts/probe.ts";
import { applyBaseline, readBaseline } from "../../../contracts/report/baseline.ts";
import { exitCodeOf, exitCodes } from "../../../contracts/report/exit-code.ts";
import { TerminalProgress } from "../../../contracts/report/terminal-progress.ts";
import { runSuite } from "../../../contracts/suite.ts";
import type { SuiteOptions } from "../../../contracts/suite-options.ts";
import { screenOf } from "../../report/screen.ts";
import { documentWithOverlay, loadDocument, type SpecDocument } from "../../spec/document.ts";
import { parseOverlay } from "../../spec/overlay.ts";
import { SpecError } from "../../spec/spec-error.ts";
import { version } from "../../version.ts";
import { type Output, outliveReaders } from "../output.ts";
import { startTarget } from "../target/start-target.ts";
import type { StartedTarget } from "../target/started-target.ts";
import { Usage, usable } from "../usage.ts";
import type { ContractChoice } from "./contract-choice.ts";
import { tell } from "./contract-reports.ts";
import { refuseUnfit, selectedBy } from "./contract-usage.ts";

/** `saldo contract`. @returns the status to end with. */
export async function runContract(choice: ContractChoice, output: Output): Promise<number> {
  outliveReaders();
  try {
    if (choice.list) return listClauses(choice, output);
    return await held(choice, output);
  } catch (error) {
    if (error instanceof Usage) return failed(error.message, exitCodes.usage, output);
    if (error instanceof TargetUnusable) return failed(error.message, exitCodes.incomplete, output);
    return failed(
      error instanceof Error ? (error.stack ?? error.message) : String(error),
      exitCodes.suiteError,
      output,
    );
  }
}

function failed(reason: string, status: number, { stderr }: Output): number {
  stderr.write(`error: ${reason}\n`);
  return status;
}

async function held(choice: ContractChoice, output: Output): Promise<number> {
  const selected = selectedBy(choice);
  await refuseUnfit(choice);
  const document = await documentOf(choice, output);
  const known = await baselineOf(choice);
  const progress = progressOf(selected, output);
  const ending = endOnSignals(output);
  await using target = await startTarget(choice, () => document).catch(asUsage);
  const parts = { url: target.url, fetch, input: process.stdin, output: process.stderr };
  const report = await runSuite({
    ...optionsOf(choice, target, document),
    selected,
    ...(choice.otp && { codes: openCodeSource(choice.otp, parts) }),
    onStarted: (clause) => progress.started(clause),
    onFinished: (result) => progress.finished(result),
    signal: ending,
  }).finally(() => progress.end());
  const judged = known ? applyBaseline(report, known) : report;
  const unwritten = await tell(judged, choice, document, output);
  if (unwritten.length > 0) return failed(unwritten.join("\n"), exitCodes.suiteError, output);
  return exitCodeOf(judged);
}

function optionsOf(choice: ContractChoice, target: StartedTarget, document: SpecDocument) {
  const { apiKey, adminToken, overlay, allow, budget, value, receiverHost, receiverPort, receiverUrl } = choice;
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
    receiver: {
      host: target.receiverHost ?? receiverHost,
      port: receiverPort,
      ...(target.receiverName !== undefined && { name: target.receiverName }),
      ...(receiverUrl !== undefined && { url: receiverUrl }),
    },
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
  return exitCodes.held;
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

/** The first signal ends the run in order, closing what is open; a second one ends the process. */
function endOnSignals({ stderr }: Output): AbortSignal {
  const ending = new AbortController();
  const end = (signal: NodeJS.Signals) => {
    if (ending.signal.aborted) process.exit(exitCodes.incomplete);
    stderr.write(`\n${signal}: closing what is open; once more ends at once, and leaves it open\n`);
    ending.abort();
  };
  process.on("SIGINT", end).on("SIGTERM", end).on("SIGHUP", end);
  return ending.signal;
}
