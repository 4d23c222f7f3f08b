import { readFile } from "node:fs/promises";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { type FoundFixture, readFixture } from "../engine/fixture/fixture-files.ts";
import type { RequestLog } from "../http/request-log.ts";
import { Courier } from "../outbound/courier.ts";
import { createSandbox, type Sandbox } from "../sandbox.ts";
import { documentWithOverlay, type SpecDocument } from "../spec/document.ts";
import { parseOverlay } from "../spec/overlay.ts";
import { tellProblems } from "../spec/problem.ts";
import { MemoryStore } from "../store/memory-store.ts";
import { version } from "../version.ts";
import { type Configuration, warnings } from "./configuration.ts";
import { reasonOf, StartRefused } from "./start-refused.ts";
import { terminalLine } from "./terminal-log.ts";

/** `saldo start`: one process, one world from a fixture, until it is told to stop. */
export async function start(configuration: Configuration): Promise<void> {
  for (const warning of warnings(process.env)) console.error(`warning: ${warning}`);
  const logger = pino({ level: configuration.log });
  const sandbox = await createSandbox({
    store: new MemoryStore(),
    fixture: () => readFixture(configuration.fixture),
    worldDefaults: { settings: { webhookUrls: configuration.webhookUrls }, routes: configuration.routes },
    courier: new Courier({ egress: configuration.egress }),
    adminToken: configuration.adminToken,
    requestLog: requestLog(configuration, logger),
    onTrouble: (worldId, error) => logger.error({ worldId, err: error }, "a world is in trouble"),
    ...(configuration.overlay === undefined ? {} : { interfaceDocument: await overlaid(configuration.overlay) }),
  });
  const keys = await createFirstWorld(sandbox, configuration);
  const address = await listen(sandbox.server, configuration);
  stopOnSignals(sandbox);
  announce(address, keys, configuration);
}

async function createFirstWorld({ worlds }: Sandbox, configuration: Configuration): Promise<readonly string[]> {
  const fixture = usable(await readFixture(configuration.fixture), configuration.fixture);
  const created = await worlds.create({
    worldId: "default",
    fixtureName: fixture.fixture.name ?? configuration.fixture,
    fixture,
    seed: configuration.seed,
    startAt: configuration.startAt,
    clock: { mode: configuration.clock },
    apiKey: (index) => (index === 0 ? configuration.apiKey : `${configuration.apiKey}-${index + 1}`),
  });
  if ("problems" in created) throw new StartRefused(tellProblems(created.problems));
  return created.companies.map(({ apiKey }) => apiKey);
}

function usable(found: FoundFixture, name: string) {
  if ("unknown" in found) {
    throw new StartRefused(
      `there is no fixture "${name}"; allowed: ${found.allowed.join(", ")}, or a .yaml or .json file`,
    );
  }
  if ("problems" in found) throw new StartRefused(tellProblems(found.problems));
  return found;
}

async function overlaid(file: string): Promise<SpecDocument> {
  try {
    const document = await documentWithOverlay("interface", parseOverlay(await readFile(file, "utf8")));
    for (const warning of document.warnings) console.error(`warning: ${file}: ${warning}`);
    return document;
  } catch (error) {
    throw new StartRefused(`the overlay ${file} cannot be used: ${reasonOf(error)}`, { cause: error });
  }
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

function announce(address: string, keys: readonly string[], { fixture, clock }: Configuration): void {
  const lines = [
    "Saldo keeps its worlds in memory: they are forgotten when it stops.",
    `  address    ${address} (version ${version})`,
    `  API key    X-API-KEY: ${keys.join(", ")}`,
    `  store      memory`,
    `  world      fixture ${fixture}, clock ${clock}`,
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
function stopOnSignals(sandbox: Sandbox): void {
  const stop = () => {
    for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));
    sandbox.close().then(
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
