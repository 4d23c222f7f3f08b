import { readFile, writeFile } from "node:fs/promises";
import { clauses } from "../../contracts/clauses/catalogue.ts";
import { parseCodeSource } from "../../contracts/codes/code-source.ts";
import { openCodeSource } from "../../contracts/codes/code-sources.ts";
import { TargetUnusable } from "../../contracts/probe.ts";
import { applyBaseline, readBaseline } from "../../contracts/report/baseline.ts";
import { exitCodeOf, exitCodes } from "../../contracts/report/exit-code.ts";
import { githubReport } from "../../contracts/report/github-report.ts";
import { htmlReport } from "../../contracts/report/html-report.ts";
import { jsonReport } from "../../contracts/report/json-report.ts";
import { junitReport } from "../../contracts/report/junit-report.ts";
import { writeOverlay } from "../../contracts/report/overlay-writer.ts";
import type { Report } from "../../contracts/report/report.ts";
import { screenOf } from "../../contracts/report/screen.ts";
import { TerminalProgress } from "../../contracts/report/terminal-progress.ts";
import { terminalReport } from "../../contracts/report/terminal-report.ts";
import { runSuite } from "../../contracts/suite.ts";
import type { SuiteOptions } from "../../contracts/suite-options.ts";
import { documentWithOverlay, loadDocument, type SpecDocument } from "../spec/document.ts";
import { parseOverlay } from "../spec/overlay.ts";
import { version } from "../version.ts";
import type { ContractChoice } from "./contract-choice.ts";
import { startTarget } from "./contract-target.ts";
import { reasonOf } from "./start-refused.ts";
import type { StartedTarget } from "./started-target.ts";

/** What is wrong with the flags or the files that they name. */
class Usage extends Error {
  override readonly name = "Usage";
}

/** `saldo contract`. @returns the status to end with. */
export async function runContract(choice: ContractChoice): Promise<number> {
  try {
    if (choice.list) return listClauses(choice);
    return await held(choice);
  } catch (error) {
    if (error instanceof Usage) return failed(error.message, exitCodes.usage);
    if (error instanceof TargetUnusable) return failed(error.message, exitCodes.incomplete);
    return failed(error instanceof Error ? (error.stack ?? error.message) : String(error), exitCodes.suiteError);
  }
}

function failed(reason: string, status: number): number {
  console.error(`error: ${reason}`);
  return status;
}

async function held(choice: ContractChoice): Promise<number> {
  const selected = selectedBy(choice);
  const document = await usable(() => documentOf(choice));
  const baseline = choice.baseline;
  const known =
    baseline &&
    (await usable(() =>
      readBaseline(
        baseline,
        clauses.map(({ id }) => id),
      ),
    ));
  const codes = await usable(async () => (choice.otp === undefined ? undefined : parseCodeSource(choice.otp)));
  refuseUnfit(choice);
  const ending = endOnSignals();
  await using target = await startTarget(choice, document);
  const report = await runSuite({
    ...optionsOf(choice, target, document),
    selected,
    ...(codes && {
      codes: openCodeSource(codes, { url: target.url, fetch, input: process.stdin, output: process.stderr }),
    }),
    ...progressOf(selected),
    signal: ending,
  });
  const judged = known ? applyBaseline(report, known) : report;
  process.stdout.write(terminalReport(judged, screenOf(process.stdout, process.env)));
  await writeReports(judged, choice, document);
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
      cancelOpen: choice.cancelOpen,
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

function progressOf(selected: readonly string[]): Pick<SuiteOptions, "onStarted" | "onFinished"> {
  const chosen = clauses.filter(({ id }) => selected.includes(id));
  const screen = screenOf(process.stderr, process.env);
  const progress = new TerminalProgress(screen, (text) => process.stderr.write(text), chosen);
  let left = chosen.length;
  return {
    onStarted: (clause) => progress.started(clause),
    onFinished: (result) => {
      progress.finished(result);
      left -= 1;
      if (left === 0) progress.end();
    },
  };
}

/** A budget without a permission, or one without the other, is a mistake that should not wait for the end of a run. */
function refuseUnfit({ allow, budget, receiverUrl, inProcess, url, container }: ContractChoice): void {
  const targets = [inProcess, url, container].filter((target) => target !== undefined);
  if (targets.length !== 1) {
    throw new Usage("say what to hold to the clauses: one of --in-process, --url <address>, --container <image>");
  }
  if (url !== undefined && !/^https?:$/.test(URL.parse(url)?.protocol ?? "")) {
    throw new Usage(`--url "${url}" is no address such as https://api.acme.dev/v1`);
  }
  const settle = allow.includes("settle");
  if (settle && budget === 0) throw new Usage("--allow settle needs --budget <cents>: how much may be paid out in all");
  if (!settle && budget > 0) throw new Usage("--budget is for --allow settle, which is not given");
  if (receiverUrl !== undefined && !/^https?:$/.test(URL.parse(receiverUrl)?.protocol ?? "")) {
    throw new Usage(`--receiver-url "${receiverUrl}" is no address such as https://hooks.acme.dev`);
  }
}

function selectedBy({ only }: ContractChoice): readonly string[] {
  const ids = clauses.map(({ id }) => id);
  const patterns = only.map((pattern) => {
    const escaped = pattern.replaceAll(/[.+?^${}()|[\]\\]/g, "\\$&").replaceAll("*", ".*");
    const fits = new RegExp(`^${escaped}$`);
    if (!ids.some((id) => fits.test(id)))
      throw new Usage(`--only: no clause is called "${pattern}"; --list shows them`);
    return fits;
  });
  return patterns.length === 0 ? ids : ids.filter((id) => patterns.some((fits) => fits.test(id)));
}

function listClauses(choice: ContractChoice): number {
  const selected = selectedBy(choice);
  for (const { id, kind, text } of clauses.filter((clause) => selected.includes(clause.id))) {
    console.log(`${id}  (${kind === "documented" ? "documented" : "assumed"})\n    ${text}`);
  }
  return exitCodes.held;
}

async function documentOf({ overlay }: ContractChoice): Promise<SpecDocument> {
  if (overlay === undefined) return loadDocument("interface");
  const document = await documentWithOverlay("interface", parseOverlay(await readFile(overlay, "utf8")));
  for (const warning of document.warnings) console.error(`warning: ${overlay}: ${warning}`);
  return document;
}

async function usable<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw new Usage(reasonOf(error), { cause: error });
  }
}

/** The first signal ends the run in order, closing what is open; a second one ends the process. */
function endOnSignals(): AbortSignal {
  const ending = new AbortController();
  const end = (signal: NodeJS.Signals) => {
    if (ending.signal.aborted) process.exit(exitCodes.incomplete);
    console.error(`\n${signal}: closing what is open; once more ends at once, and leaves it open`);
    ending.abort();
  };
  process.on("SIGINT", end).on("SIGTERM", end);
  return ending.signal;
}

async function writeReports(report: Report, choice: ContractChoice, document: SpecDocument): Promise<void> {
  const { json, junit, html, github, writeOverlay: overlayFile, overlay } = choice;
  if (json !== undefined) await write(json, jsonReport(report));
  if (junit !== undefined) await write(junit, junitReport(report));
  if (html !== undefined) await write(html, htmlReport(report));
  if (github || process.env.GITHUB_ACTIONS === "true") process.stdout.write(githubReport(report));
  if (overlayFile === undefined) return;
  const changes = report.observations.flatMap(({ change }) => change ?? []);
  const title = `What ${new URL(report.target.url).host} does`;
  const base = overlay === undefined ? {} : { base: await readFile(overlay, "utf8") };
  const written = writeOverlay(document.source, changes, { title, ...base });
  for (const sentence of written.left) console.error(`not in the overlay: ${sentence}`);
  await write(overlayFile, written.text);
}

/** What was found out is told on the terminal already; that it could not be written must not hide it. */
async function write(file: string, text: string): Promise<void> {
  await usable(() => writeFile(file, text));
}
