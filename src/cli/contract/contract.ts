import { readFile } from "node:fs/promises";
import { clauses } from "../../../contracts-old/clauses/catalogue.ts";
import type { Clause } from "../../../contracts-old/clauses/clause.ts";
import { openCodeSource } from "../../../contracts-old/codes/code-sources.ts";
import { Description } from "../../../contracts-old/description/description.ts";
import { TargetUnusable } from "../../../contracts-old/probe.ts";
import { applyBaseline, readBaseline } from "../../../contracts-old/report/baseline.ts";
import { TerminalProgress } from "../../../contracts-old/report/terminal-progress.ts";
import { runSuite } from "../../../contracts-old/suite.ts";
import type { SuiteOptions } from "../../../contracts-old/suite-options.ts";
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
import { orUserError, UserError } from "../user-error.ts";
import { chosenClauses, listClauses } from "./chosen-clauses.ts";
import type { ContractChoice } from "./contract-choice.ts";
import { statusOf, tell } from "./contract-reports.ts";
import { refuseUnfit } from "./contract-usage.ts";

/** `saldo contract`. Returns the status to end with. */
export function runContract(choice: ContractChoice, output: Output): Promise<number> {
  return judged(output, TargetUnusable, async () => {
    const chosen = chosenClauses(choice, clauses);
    return choice.list ? listClauses(chosen, output) : checked(chosen, choice, output);
  });
}

async function checked(chosen: readonly Clause[], choice: ContractChoice, output: Output): Promise<number> {
  await refuseUnfit(choice);
  const document = await documentOf(choice, output);
  const known = await baselineOf(choice);
  const screen = screenOf(output.stderr, process.env);
  const progress = new TerminalProgress(screen, (text) => output.stderr.write(text), chosen);
  using ending = endOnSignals(STATUS.unusable, (signal) => {
    output.stderr.write(`\n${signal}: closing what is open; a second signal ends at once and leaves it open\n`);
  });
  await using target = await startTarget(choice, () => document).catch(asUsage);
  const parts = { url: target.url, fetch, input: process.stdin, output: process.stderr };
  const ran = await runSuite({
    ...optionsOf(choice, target, document),
    selected: chosen.map(({ id }) => id),
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

async function documentOf({ overlay }: ContractChoice, { stderr }: Output): Promise<SpecDocument> {
  if (overlay === undefined) return loadDocument("interface");
  const read = async () => documentWithOverlay("interface", parseOverlay(await readFile(overlay, "utf8")));
  const document = await orUserError(read, `--overlay ${overlay}`);
  const described = new Description(document.source).operations.map(({ operationId }) => operationId);
  const { operations } = new Description(loadDocument("interface").source);
  const gone = operations.find(({ operationId }) => !described.includes(operationId));
  if (gone)
    throw new UserError(`--overlay ${overlay}: it removes the operation ${gone.operationId}, which may only be moved`);
  for (const warning of document.warnings) stderr.write(`warning: ${overlay}: ${warning}\n`);
  return document;
}

async function baselineOf({ baseline }: ContractChoice) {
  const ids = clauses.map(({ id }) => id);
  return baseline === undefined ? undefined : orUserError(() => readBaseline(baseline, ids));
}

/** Throws a `UserError` for a description that no sandbox starts with. */
function asUsage(error: unknown): never {
  throw error instanceof SpecError ? new UserError(error.message, { cause: error }) : error;
}
