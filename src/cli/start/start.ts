import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { readFixture } from "../../engine/fixture/fixture-files.ts";
import type { Worlds } from "../../engine/worlds.ts";
import type { RequestLog } from "../../http/request-log.ts";
import { Courier } from "../../outbound/courier.ts";
import { createSandbox, type Sandbox } from "../../sandbox.ts";
import { documentWithOverlay, type SpecDocument } from "../../spec/document.ts";
import { Damaged, NewerFormat } from "../../store/damaged.ts";
import { version } from "../../version.ts";
import { reasonOf, refusing, StartRefused } from "../start-refused.ts";
import type { Configuration } from "./configuration.ts";
import { beginningOptions, createFirstWorld, knownKeys } from "./first-world.ts";
import { openKeeper } from "./keeper.ts";
import { mailLine, openMailer } from "./mailer.ts";
import { terminalLine } from "./terminal-log.ts";

/** `saldo start`: one process, its worlds, until it is told to stop. `givenOf`: which of these somebody has set. */
export async function start(
  configuration: Configuration,
  givenOf: (attributes: readonly (keyof Configuration)[]) => readonly string[],
): Promise<void> {
  if (configuration.store === "memory" && givenOf(["data"]).length > 0) {
    console.error(`warning: ${givenOf(["data"])} is set, but worlds are kept in memory; it is ignored.`);
  }
  if (configuration.smtpFrom !== undefined && configuration.smtpUrl === undefined) {
    console.error("warning: --smtp-from (SALDO_SMTP_FROM) does nothing without --smtp-url; no mail is sent.");
  }
  const { overlay } = configuration;
  const interfaceDocument = overlay === undefined ? {} : { interfaceDocument: await overlaid(overlay) };
  const logger = pino({ level: configuration.log });
  const mailer = await openMailer(configuration, logger);
  const warn = (text: string) => console.error(`warning: ${text}`);
  const keeper = await openKeeper(configuration, warn, () => endAtOnce(configuration));
  try {
    const sandbox = await opened(() =>
      createSandbox({
        store: keeper.store,
        ...(keeper.archivist && { archivist: keeper.archivist }),
        historyLimit: configuration.history,
        fixture: () => readFixture(configuration.fixture),
        worldDefaults: { settings: { webhookUrls: configuration.webhookUrls }, routes: configuration.routes },
        courier: new Courier({ egress: configuration.egress }),
        mailer,
        adminToken: configuration.adminToken,
        requestLog: requestLog(configuration, logger),
        onTrouble: (worldId, error) => logger.error({ worldId, err: error }, "a world is in trouble"),
        ...interfaceDocument,
      }),
    );
    const world = await beginOrGoOn(sandbox.worlds, configuration, givenOf);
    const address = await listen(sandbox.server, configuration);
    stopOnSignals(async () => {
      await sandbox.close();
      await keeper.release();
    });
    announce(address, world, configuration);
  } catch (error) {
    await keeper.release();
    throw error;
  }
}

/** What is kept may be damaged, or of a newer format, in ways that show only when worlds are read. */
async function opened(create: () => Promise<Sandbox>): Promise<Sandbox> {
  try {
    return await create();
  } catch (error) {
    const isOfDisk = error instanceof Error && "code" in error;
    if (!(error instanceof Damaged || error instanceof NewerFormat || isOfDisk)) throw error;
    throw new StartRefused(reasonOf(error), { cause: error });
  }
}

/** Two processes that write to one folder would destroy it; what this one has not acknowledged is not lost to anybody. */
function endAtOnce({ data }: Configuration): void {
  console.error(
    `error: another process has taken the folder ${data}; this one ends, so as not to write to it any more`,
  );
  process.exit(1);
}

/** The first world, made now or found: its API keys as far as they are known, and a line that tells of it. */
interface Greeting {
  readonly keys: readonly string[];
  readonly line: string;
}

async function beginOrGoOn(
  worlds: Worlds,
  configuration: Configuration,
  givenOf: (attributes: readonly (keyof Configuration)[]) => readonly string[],
): Promise<Greeting> {
  const { data, fixture, world = `fixture ${fixture}`, clock } = configuration;
  const found = worlds.list();
  if (found.length === 0) {
    const isSaved = configuration.world !== undefined;
    const moot = isSaved ? givenOf(["fixture", "seed", "startAt"]) : [];
    if (moot.length > 0) console.error(`warning: a save-file says these itself; ignored: ${moot.join(", ")}.`);
    const keys = await createFirstWorld(worlds, configuration, givenOf(["clock"]).length > 0);
    return { keys, line: isSaved ? world : `${world}, clock ${clock}` };
  }
  const moot = givenOf(beginningOptions);
  const others = found.length === 1 ? "a world" : `${found.length} worlds`;
  if (moot.length > 0) {
    console.error(
      `warning: ${data} has ${others} already; what a first world begins with is ignored: ${moot.join(", ")}.`,
    );
  }
  const forNewOnes = givenOf(["webhookUrls", "routes"]);
  if (forNewOnes.length > 0) {
    console.error(
      `warning: the worlds in ${data} keep what they have; only new ones begin with ${forNewOnes.join(", ")}.`,
    );
  }
  const keys = knownKeys(worlds, configuration);
  if (keys.length === 0 && givenOf(["apiKey"]).length > 0) {
    console.error(
      `warning: no world in ${data} has the API key that is set; they keep the ones that they were made with.`,
    );
  }
  return { keys, line: `${others} found, going on` };
}

async function overlaid(file: string): Promise<SpecDocument> {
  const { parseOverlay } = await import("../../spec/overlay.ts");
  const document = await refusing(
    async () => documentWithOverlay("interface", parseOverlay(await readFile(file, "utf8"))),
    `the overlay ${file} cannot be used`,
  );
  for (const warning of document.warnings) console.error(`warning: ${file}: ${warning}`);
  return document;
}

async function listen(server: FastifyInstance, { host, port }: Configuration): Promise<string> {
  try {
    return await server.listen({ host, port });
  } catch (error) {
    const inUse = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
    const hint = inUse ? "it is in use; choose another with --port or PORT" : reasonOf(error);
    throw new StartRefused(`cannot listen on ${host}:${port}: ${hint}`, { cause: error });
  }
}

function announce(address: string, { keys, line }: Greeting, configuration: Configuration): void {
  const { store, data } = configuration;
  const isKept = store !== "memory";
  const mail = mailLine(configuration);
  const lines = [
    isKept
      ? `Saldo keeps its worlds in ${data}.`
      : "Saldo keeps its worlds in memory: they are forgotten when it stops.",
    `  address    ${address} (version ${version})`,
    `  API key    ${keys.length > 0 ? `X-API-KEY: ${keys.join(", ")}` : "those that the worlds were made with"}`,
    `  store      ${isKept ? data : "memory"}`,
    `  world      ${line}`,
    ...(mail === null ? [] : [`  mail       ${mail}`]),
    `  documents  ${address}/openapi.json (interface), ${address}/sandbox/openapi.json (control plane)`,
  ];
  console.log(lines.join("\n"));
}

/** On a terminal every request is a line; elsewhere only when asked for, as JSON. */
function requestLog({ logRequests }: Configuration, logger: pino.Logger): RequestLog | null {
  if (logRequests) return (entry) => logger.info(entry, "request");
  if (process.stdout.isTTY && logger.isLevelEnabled("info")) return (entry) => console.log(terminalLine(entry));
  return null;
}

/** The first signal ends requests and worlds in order; a second one does not wait for it. */
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
}
