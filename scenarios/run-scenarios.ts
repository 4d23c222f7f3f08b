import { startTarget } from "../contracts/cli/target/start-target.ts";
import { receiverPlace } from "../contracts/cli/target/started-target.ts";
import { TargetUnusable } from "../contracts/run/target-unusable.ts";
import { endOnSignals } from "../src/cli/end-on-signals.ts";
import { faultOf, judged, STATUS } from "../src/cli/ended.ts";
import { versionAt } from "../src/cli/health/health.ts";
import type { Output } from "../src/cli/output.ts";
import { mustBeWritable, reportFiles, reportJson, writeReports } from "../src/cli/report-files.ts";
import { orUserError, reasonOf, UserError } from "../src/cli/user-error.ts";
import { SaldoClient } from "../src/client/saldo-client.ts";
import { UnexpectedAnswer } from "../src/client/unexpected-answer.ts";
import { harText } from "../src/report/har.ts";
import { harmless, printedJson } from "../src/report/printed-text.ts";
import { Redaction } from "../src/report/redaction.ts";
import { screenOf } from "../src/report/screen.ts";
import { loadDocument } from "../src/spec/document.ts";
import { readTextFile } from "../src/text-file.ts";
import { version } from "../src/version.ts";
import { inputsFor, refuseUnknownInputs, type ScenarioChoice } from "./inputs.ts";
import { playScenario } from "./player.ts";
import { scenarioAnnotations, scenarioPage, scenarioXml } from "./report-forms.ts";
import type { ScenarioReport, ScenarioResult } from "./result.ts";
import { parseScenario, type ScenarioFile } from "./scenario-file.ts";
import { scenarioPlace } from "./shipped.ts";
import { conclusion, scenarioText } from "./terminal-report.ts";
import { startSink } from "./webhook-sink.ts";

/** Returns the title of the overlay that a sandbox follows; undefined where it follows none. */
export async function overlayOf({ ask }: SaldoClient): Promise<unknown> {
  const request = { method: "GET", path: "/openapi.json" };
  const { status, body } = await ask(request.method, request.path);
  if (status === 200) return Object(body)["x-overlay"];
  throw new UnexpectedAnswer(request, status, body);
}

/** `saldo scenario run`. Returns the status to end with. */
export function runScenarios(names: readonly string[], choice: ScenarioChoice, output: Output): Promise<number> {
  return judged(output, TargetUnusable, async () => {
    const { url, container, apiKey, junit, json, saveJson, html, github, saveHar } = choice;
    if (url !== undefined && container !== undefined) throw new UserError("use --url or --container, not both");
    if (apiKey !== undefined && url === undefined) throw new UserError("--api-key needs --url");
    await mustBeWritable(reportFiles(choice));
    const read = names.map(async (name) => {
      const { file, shown } = await scenarioPlace(name);
      return parseScenario(await orUserError(() => readTextFile(file)), shown);
    });
    const files = await Promise.all(read);
    const unheard = json ? { ...output, stdout: { write() {} } } : output;
    const { report, status, entries } = await playScenarios(files, choice, unheard);
    if (json) output.stdout.write(printedJson(reportJson(report)));
    else if (github || process.env.GITHUB_ACTIONS === "true") output.stdout.write(scenarioAnnotations(report, files));
    const unwritten = await writeReports([
      { file: junit, text: () => scenarioXml(report) },
      { file: html, text: () => scenarioPage(report) },
      { file: saveJson, text: async () => reportJson(report) },
      { file: saveHar, text: () => harText(entries, version) },
    ]);
    if (unwritten.length > 0) throw new UserError(unwritten.join("\n"));
    if (report.fault !== null) output.stderr.write(`error: ${harmless(report.fault)}\n`);
    return status;
  });
}

/**
 * Plays every workflow of these files, one after the other, each in its own world, and tells of each. Returns the report,
 * which says what ended the run early, and the status to end with. Throws `UserError` for wrong inputs, `TargetUnusable`
 * without a sandbox.
 */
export async function playScenarios(
  files: readonly ScenarioFile[],
  choice: ScenarioChoice,
  { stdout, stderr }: Output,
): Promise<{ readonly report: ScenarioReport; readonly status: number; readonly entries: readonly object[] }> {
  const startedAt = new Date().toISOString();
  const all = files.flatMap((file) => file.document.workflows.map((workflow) => ({ file, workflow })));
  // Wrong inputs are told before anything starts.
  const workflows = all.map(({ workflow }) => workflow);
  refuseUnknownInputs(choice.input, workflows);
  for (const workflow of workflows) inputsFor(choice.input, workflow);
  const warn = (text: string) => void stderr.write(`${harmless(text)}\n`);
  const made = new Set<Promise<AsyncDisposable>>();
  const onSignal = (name: string) => warn(`\n${name}: deleting the worlds of this run; a third signal leaves them`);
  using ending = endOnSignals(STATUS.unusable, onSignal, made);
  const { signal } = ending;
  await using target = await startTarget(choice, () => loadDocument("interface")).catch((error: unknown) => {
    throw new TargetUnusable(`no sandbox starts: ${reasonOf(error)}`, { cause: error });
  });
  const { url, place } = target;
  const why = "scenarios move time and pay charges, which needs a sandbox; for a deployment use saldo contract";
  const check = versionAt({ url, tls: undefined }).then(() => overlayOf(new SaldoClient({ url, apiKey: null })));
  const overlay = await check.catch((error: unknown) => {
    throw new TargetUnusable(`${url} cannot be used: ${reasonOf(error)}; ${why}`, { cause: error });
  });
  if (overlay !== undefined)
    warn(
      `warning: ${url} follows the overlay "${overlay}", and scenarios do not: they have to use the names of the overlay, so the shipped ones fail`,
    );
  await using sink = await startSink(receiverPlace(target, choice));
  const redaction = new Redaction([choice.adminToken, choice.apiKey].filter((secret) => secret !== undefined));
  const entries: object[] = [];
  const recorded = choice.saveHar === undefined ? null : entries;
  const stage = { url, choice, sink, redaction, warn, signal, made, recorded };
  const screen = screenOf(stdout, process.env);
  const scenarios: ScenarioResult[] = [];
  let fault: ReturnType<typeof faultOf> | null = null;
  for (const { file, workflow } of all) {
    try {
      const result = await playScenario(file, workflow, stage);
      scenarios.push(result);
      stdout.write(`${scenarioText(result, screen)}\n`);
    } catch (error) {
      const interrupted = new TargetUnusable("interrupted; the rest was not run");
      fault = faultOf(signal.aborted ? interrupted : error, TargetUnusable);
      break;
    }
  }
  const notRun = all.slice(scenarios.length).map(({ workflow }) => workflow.workflowId);
  const report = { version, target: { place, url }, startedAt, scenarios, notRun, fault: fault?.reason ?? null };
  stdout.write(`${conclusion(report, screen)}\n`);
  const judgement = scenarios.every(({ passed }) => passed) ? STATUS.passed : STATUS.failed;
  return { report, status: fault?.status ?? judgement, entries };
}
