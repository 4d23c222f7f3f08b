import { fileURLToPath } from "node:url";
import type { CliOptions } from "vitest/node";
import { areaFilesOf } from "./area-files.ts";
import { InboxCodes } from "./codes/inbox-codes.ts";
import { Desk } from "./desk/desk.ts";
import { Forwarder } from "./desk/forward.ts";
import { Findings } from "./findings.ts";
import { catchingMistakes, keepingTheProcess } from "./own-process.ts";
import { offersOf, probe } from "./probe.ts";
import type { Report, TargetFacts } from "./report/report.ts";
import type { RunSettings } from "./run/settings.ts";
import type { SuiteOptions } from "./suite-options.ts";

/** Type stripping runs the sources, `tsc` makes their extension `.js`: the contracts are beside this file in both. */
const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
const folder = fileURLToPath(new URL(".", import.meta.url));

/**
 * Holds a target to the clauses. What was opened on it is closed when this returns, whatever has become of the run.
 * @throws TargetUnusable when nothing answers there.
 */
export async function runSuite(options: SuiteOptions): Promise<Report> {
  const startedAt = new Date();
  const isSandbox = await probed(options);
  const { target, document, permissions, patienceMs } = options;
  const codes = isSandbox ? new InboxCodes(target.url, fetch) : options.codes;
  const { apiKey, adminToken } = target;
  const offers = offersOf(options, isSandbox);
  const desk = new Desk({
    url: target.url,
    document,
    permissions,
    codes,
    apiKey,
    adminToken,
    hasControlPlane: isSandbox,
    patienceMs,
  });
  const findings = new Findings(options, desk);
  try {
    const settings = settingsOf(options, offers, desk.token, await desk.listen());
    await catchingMistakes(
      (error) => findings.failed(error),
      () => runContracts(settings, findings, options.signal),
    );
  } catch (error) {
    // What was found until then, and above all what was spent, must be told all the same.
    findings.failed(error);
  } finally {
    await desk.close();
  }
  const facts: TargetFacts = {
    url: target.url,
    kind: kindOf(options, isSandbox),
    offers,
    time: isSandbox ? "advanced" : patienceMs > 0 ? "waited" : "none",
    patienceMs,
    ...(target.overlay !== undefined && { overlay: target.overlay }),
  };
  return findings.report(facts, startedAt);
}

function kindOf({ target: { place } }: SuiteOptions, isSandbox: boolean): TargetFacts["kind"] {
  if (place === "in process") return "sandbox in process";
  if (place === "container") return "container";
  return isSandbox ? "sandbox by URL" : "deployment by URL";
}

async function probed(options: SuiteOptions): Promise<boolean> {
  const forwarder = new Forwarder(options.target.url);
  try {
    return await probe((request) => forwarder.send(request), options);
  } finally {
    await forwarder.close();
  }
}

function settingsOf(
  options: SuiteOptions,
  offers: RunSettings["offers"],
  deskToken: string,
  deskUrl: string,
): RunSettings {
  const { target, document, patienceMs, receiver, valueCents, selected, permissions } = options;
  return {
    deskUrl,
    deskToken,
    basePath: new URL(target.url).pathname.replace(/\/+$/, ""),
    offers,
    ...(target.apiKey !== undefined && { apiKey: target.apiKey }),
    patienceMs,
    document,
    shippedDocument: options.shippedDocument ?? document,
    ...(valueCents !== undefined && { valueCents }),
    cancelOpen: permissions.cancelOpen,
    receiver,
    selected,
  };
}

/** One worker, one file after the other: on a real account there is one withdrawal at a time. */
async function runContracts(settings: RunSettings, findings: Findings, signal?: AbortSignal): Promise<void> {
  // Loading the runner takes longer than all else, and help needs none of it.
  const { createVitest } = await import("vitest/node");
  const runner: CliOptions = {
    root: folder,
    config: false,
    watch: false,
    // Nothing is written to where the package is installed, which may be read-only.
    cache: false,
    include: areaFilesOf(settings.selected).map((file) => `${file}.${extension}`),
    // An installed package lies in a folder that is otherwise passed over.
    exclude: [],
    provide: { saldo: settings },
    reporters: [findings],
    pool: "threads",
    maxWorkers: 1,
    isolate: false,
    fileParallelism: false,
    sequence: { sequencer: (await import("./area-order.ts")).AreaOrder },
    setupFiles: [fileURLToPath(new URL(`run/begin-early.${extension}`, import.meta.url))],
    testTimeout: timeoutMs(settings),
    hookTimeout: timeoutMs(settings),
  };
  const vitest = await keepingTheProcess(() => createVitest("test", runner));
  const interrupt = () => void vitest.cancelCurrentRun("keyboard-input");
  signal?.addEventListener("abort", interrupt, { once: true });
  try {
    // Before that there is nothing to be interrupted.
    if (!signal?.aborted) await vitest.start();
  } finally {
    signal?.removeEventListener("abort", interrupt);
    await vitest.close();
  }
}

/** A contract waits a few times at most; time that is advanced takes none. */
function timeoutMs({ patienceMs, offers }: RunSettings): number {
  // A person, or a mail server, may take a while to tell a code.
  const codeMs = offers.includes("clock") || !offers.includes("mailbox") ? 0 : 60 * 60_000;
  return patienceMs * 10 + codeMs + 120_000;
}
