import { readFile } from "node:fs/promises";
import { clauses } from "../../../contracts/clauses/catalogue.ts";
import type { Clause } from "../../../contracts/clauses/clause.ts";
import { Description } from "../../../contracts/judge/description.ts";
import { reportOf } from "../../../contracts/report/report.ts";
import { capabilitiesOf } from "../../../contracts/run/capabilities.ts";
import type { SuiteOptions } from "../../../contracts/run/options.ts";
import { type Plan, planOf } from "../../../contracts/run/plan.ts";
import { probe, TargetUnusable } from "../../../contracts/run/probe.ts";
import { runSuite } from "../../../contracts/suite.ts";
import { Dialogue } from "../../../contracts/target/codes/dialogue.ts";
import { readDriverFile } from "../../../contracts/target/driver/driver-file.ts";
import { FileDriver } from "../../../contracts/target/driver/file-driver.ts";
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
import { openCodeWay } from "./code-way.ts";
import type { ContractChoice } from "./contract-choice.ts";
import { compared, tell } from "./contract-reports.ts";
import { refuseUnfit } from "./contract-usage.ts";
import { planText } from "./plan-text.ts";
import { ProgressLine } from "./progress-line.ts";
import { reportOnRecording } from "./recorded.ts";

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
  const comparison = await compared(choice, clauses);
  if (choice.har !== undefined) {
    const report = await reportOnRecording(choice.har, chosen, descriptionOf(document, choice), choice);
    return tell(report, comparison, choice, output);
  }
  using ending = endOnSignals(STATUS.unusable, (signal) => {
    output.stderr.write(`\n${signal}: closing what is open; a second signal ends at once and leaves it open\n`);
  });
  await using target = await startTarget(choice, () => document).catch(asUsage);
  const dialogue = new Dialogue(process.stdin, output.stderr);
  const progress = new ProgressLine(
    screenOf(output.stderr, process.env),
    (text) => output.stderr.write(text),
    () => dialogue.isOpen,
  );
  const startedAt = new Date();
  const options: SuiteOptions = {
    ...(await optionsOf(choice, target, document, dialogue, ending.signal)),
    clauses: chosen,
    onProgress: progress.tell,
    agree: (plan) => agreed(plan, choice, dialogue, ending.signal, output),
  };
  if (choice.plan) return planned(options, choice, output);
  const result = await runSuite(options).finally(() => {
    progress.end();
    dialogue.close();
  });
  const report = reportOf(result, options.description, {
    version,
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    target: {
      url: shownUrl(target.url),
      kind: result.isSandbox ? "sandbox" : "deployment",
      ...(choice.overlay !== undefined && { overlay: choice.overlay }),
    },
    budgetCents: choice.budget,
    secrets: [choice.apiKey, choice.adminToken].filter((secret) => secret !== undefined),
  });
  return tell(report, comparison, choice, output);
}

async function planned(options: SuiteOptions, choice: ContractChoice, { stdout }: Output): Promise<number> {
  const isSandbox = await probe(options);
  const plan = planOf(options.clauses, capabilitiesOf(options, isSandbox));
  if (isSandbox) stdout.write("A sandbox: every story has a world of its own; nothing is spent or left behind.\n");
  else stdout.write(planText(plan, choice.value, choice.budget));
  return STATUS.passed;
}

/** What spends or leaves something on a real account is told before, and on a terminal asked. */
async function agreed(
  plan: Plan,
  { yes, value, budget, inProcess, container }: ContractChoice,
  dialogue: Dialogue,
  signal: AbortSignal,
  { stderr }: Output,
): Promise<boolean> {
  const { payouts, mails, webhooks } = plan.price;
  if (inProcess || container !== undefined || payouts + mails + webhooks === 0) return true;
  stderr.write(planText(plan, value, budget));
  if (yes || process.stdin.isTTY !== true) return true;
  const answer = await dialogue.ask("Go on? [y/N]", signal).catch(() => undefined);
  return /^y(es)?$/i.test(answer?.trim() ?? "");
}

async function optionsOf(
  choice: ContractChoice,
  target: StartedTarget,
  document: SpecDocument,
  dialogue: Dialogue,
  signal: AbortSignal,
): Promise<SuiteOptions> {
  const { apiKey, adminToken, allow, budget, otp } = choice;
  const driver = await driverOf(choice, dialogue, signal);
  const settle = allow.includes("settle");
  const readsCodes = driver?.readsCodes ? driver : undefined;
  return {
    target: { url: target.url, apiKey, adminToken, useControlPlane: choice.controlPlane },
    description: descriptionOf(document, choice),
    clauses: [],
    permissions: {
      open: settle || allow.includes("open"),
      settle,
      webhooks: allow.includes("webhooks"),
      budgetCents: budget,
      cancelOpen: choice.cancelOpen === true,
    },
    patienceMs: choice.patience,
    listenMs: choice.listen,
    codes: otp === undefined ? readsCodes : openCodeWay(otp, target.url, apiKey, dialogue),
    driver,
    expected: Object.assign({}, ...choice.expect),
    valueCents: choice.value,
    receiver: receiverPlace(target, choice),
    signal,
  };
}

export function descriptionOf({ source }: SpecDocument, { name }: Pick<ContractChoice, "name">): Description {
  // A document of OpenAPI is JSON, which its type cannot say.
  return new Description(JSON.parse(JSON.stringify(source)), Object.assign({}, ...name));
}

async function driverOf({ driver, apiKey }: ContractChoice, dialogue: Dialogue, signal: AbortSignal) {
  if (driver === undefined) return undefined;
  const text = await orUserError(() => readFile(driver, "utf8"), `--driver ${driver}`);
  const actions = await orUserError(async () => readDriverFile(text, driver), "--driver");
  return new FileDriver(actions, { signal, apiKey, dialogue: process.stdin.isTTY ? dialogue : undefined });
}

/** Credentials in a URL are nobody's business. */
function shownUrl(url: string): string {
  const shown = new URL(url);
  [shown.username, shown.password] = ["", ""];
  return shown.href.replace(/\/$/, "");
}

export async function documentOf(
  { overlay }: Pick<ContractChoice, "overlay">,
  { stderr }: Output,
): Promise<SpecDocument> {
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

/** Throws a `UserError` for a description that no sandbox starts with. */
function asUsage(error: unknown): never {
  throw error instanceof SpecError ? new UserError(error.message, { cause: error }) : error;
}
