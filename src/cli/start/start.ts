import type { pino } from "pino";
import type { RequestLog } from "../../http/request/request-log.ts";
import { documentWithOverlay, type OverlaidDocument } from "../../spec/document.ts";
import { blamedActions } from "../../spec/overlay-blame.ts";
import { SpecError } from "../../spec/spec-error.ts";
import { readTextFile } from "../../text-file.ts";
import { type Output, outliveReaders } from "../output.ts";
import { chosenStore } from "../store-choice.ts";
import { orUserError, reasonOf, UserError } from "../user-error.ts";
import { attemptLog } from "./attempt-log.ts";
import { tellAnswering, writePidFile } from "./background.ts";
import { badPortWarning } from "./bad-port.ts";
import type { Configuration, Given } from "./configuration.ts";
import { eventLog } from "./event-log.ts";
import { banner, startEntry } from "./greeting.ts";
import { keepTick } from "./kept-tick.ts";
import { exposureWarning } from "./listening.ts";
import { openLog } from "./open-log.ts";
import { type OpenSandbox, openSandbox } from "./open-sandbox.ts";
import { terminalLine } from "./terminal-log.ts";
import { stopWithNpm } from "./under-npm.ts";

/** `saldo start`: one process, its worlds, until it is told to stop. */
export async function start(told: Configuration, given: Given, output: Output): Promise<void> {
  keepTick();
  outliveReaders();
  const configuration = { ...told, store: await chosenStore(told) };
  const { adminToken } = configuration;
  const warn = (text: string) => void output.stderr.write(`warning: ${text}\n`);
  for (const text of pointlessOptions(configuration, given)) warn(text);
  const logger = openLog(configuration.log);
  const isShown = showsLines(configuration, logger);
  const overlay = configuration.overlay === undefined ? undefined : await overlaid(configuration.overlay, warn);
  const sandbox = await openSandbox(configuration, given, {
    interfaceDocument: overlay,
    logger,
    requestLog: requestLog(configuration, logger),
    onAttempt: configuration.quiet ? undefined : attemptLog(logger, isShown),
    onCommit: isShown ? eventLog() : undefined,
    warn,
    onLost: endAtOnce,
  }).catch((error: unknown) => {
    throw overlay !== undefined && error instanceof SpecError ? unfollowed(error, overlay) : error;
  });
  const removePidFile = await writePidFile(configuration.pidFile);
  stopOnSignals(() => sandbox.close().finally(removePidFile));
  const isSecure = configuration.tlsCert !== undefined;
  const exposed = exposureWarning(sandbox.addresses, adminToken, sandbox.takesPublicKey, isSecure);
  // With an authority, only its clients get in.
  if (exposed !== null && configuration.tlsCa === undefined) warn(exposed);
  const unreached = badPortWarning(configuration.port);
  if (unreached !== null) warn(unreached);
  for (const text of sandbox.notReady) warn(`GET /sandbox/ready says 503: ${text}.`);
  tellStart(sandbox, configuration, logger, output);
  tellAnswering(sandbox.notReady.length === 0);
}

/** Where a program may read standard output, that has JSON lines only, and people read the banner elsewhere. */
function tellStart(sandbox: OpenSandbox, configuration: Configuration, logger: pino.Logger, output: Output): void {
  const { log, logRequests, quiet } = configuration;
  if (log === "silent") return;
  const isJson = logRequests || !process.stdout.isTTY;
  if (isJson) logger.info(startEntry(sandbox, configuration), "the sandbox answers");
  if (isJson && quiet) return;
  const people = isJson ? output.stderr : output.stdout;
  people.write(`${banner(sandbox, configuration)}\n`);
}

function pointlessOptions({ store, fresh, smtpFrom, smtpUrl }: Configuration, given: Given): readonly string[] {
  const warnings: string[] = [];
  // An image sets the variable for all who use it.
  if (store !== "lowdb" && given.get("data")?.isFlag) {
    warnings.push(`--data is ignored, because worlds are stored in ${store === "memory" ? "memory" : "PostgreSQL"}.`);
  }
  if (store === "memory" && fresh) {
    warnings.push("--fresh does nothing with --store memory, which starts with no worlds.");
  }
  if (smtpFrom !== undefined && smtpUrl === undefined) {
    warnings.push("--smtp-from (SALDO_SMTP_FROM) does nothing without --smtp-url; no mail is sent.");
  }
  return warnings;
}

/** Two processes that write to one folder would destroy it; what was not acknowledged may be lost. */
function endAtOnce(reason: string): void {
  console.error(`error: ${reason}; Saldo stops now, so that it acknowledges nothing that would be lost`);
  process.exit(1);
}

async function overlaid(file: string, warn: (text: string) => void): Promise<OverlaidDocument> {
  const { parseOverlay } = await import("../../spec/overlay.ts");
  const text = await orUserError(() => readTextFile(file, "the overlay"));
  const document = await orUserError(
    async () => documentWithOverlay("interface", parseOverlay(text, file)),
    `the overlay ${file} cannot be used`,
  );
  for (const warning of document.warnings) warn(warning);
  return document;
}

/** The sandbox cannot do what the overlay describes, so it does not start. */
function unfollowed(error: SpecError, overlay: OverlaidDocument): UserError {
  const actions = blamedActions(error, overlay).map((name) => `\n  ${name}`);
  const where = actions.length === 0 ? "" : `\nThese actions of the overlay change that:${actions.join("")}`;
  return new UserError(`the sandbox cannot follow the overlay: ${error.message}${where}`, { cause: error });
}

/** Returns what logs requests: a line each on a terminal; elsewhere JSON, when asked for. */
function requestLog(configuration: Configuration, logger: pino.Logger): RequestLog | null {
  if (configuration.logRequests) return (entry) => logger.info(entry, "request");
  return showsLines(configuration, logger) ? (entry) => console.log(terminalLine(entry)) : null;
}

/** Whether a person at a terminal sees a line for each thing that happens. */
function showsLines({ logRequests, quiet }: Configuration, logger: pino.Logger): boolean {
  return process.stdout.isTTY && !logRequests && !quiet && logger.isLevelEnabled("info");
}

/** Closes in order at the first signal, and ends at once at a second one. */
function stopOnSignals(close: () => Promise<void>): void {
  const stop = () => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
    close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(reasonOf(error));
        process.exit(1);
      },
    );
  };
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  stopWithNpm(stop);
}
