import type { AddressInfo } from "node:net";
import { resolve } from "node:path";
import type { pino } from "pino";
import { digestOf, PUBLIC_API_KEY } from "../../engine/api-key.ts";
import { readFixture } from "../../engine/beginning/fixture/fixture-files.ts";
import type { Metrics } from "../../http/metrics/metrics.ts";
import type { RequestLog } from "../../http/request/request-log.ts";
import { readTls, type ServerTls } from "../../http/security/tls-files.ts";
import { Courier } from "../../outbound/courier.ts";
import { defaultSender } from "../../outbound/mail.ts";
import type { Mailer } from "../../outbound/mailer.ts";
import { createSandbox, type Sandbox, type SandboxParts } from "../../sandbox.ts";
import type { SpecDocument } from "../../spec/document.ts";
import { Damaged, NewerFormat } from "../../store/damaged.ts";
import { Conflict, type WorldEntry } from "../../store/world-store.ts";
import { version } from "../../version.ts";
import { orUserError, reasonOf, UserError } from "../user-error.ts";
import { BeginningGone, type FirstBeginning, readBeginning } from "./beginning.ts";
import type { Configuration, Given } from "./configuration.ts";
import { keepingTime, keepPresentTime } from "./faketime-file.ts";
import { createFirstWorld, FIRST_WORLD_ID, firstWorldFailure, type Greeting, resumedWorlds } from "./first-world.ts";
import { type Heap, watchHeap } from "./heap-watch.ts";
import { listen, refuseUsedPort } from "./listening.ts";
import { openStore } from "./open-store.ts";
import { ownAddress } from "./own-address.ts";
import { refuseOtherBeginning, warnOfSaveFile } from "./same-beginning.ts";
import { sharedConfiguration } from "./shared-configuration.ts";

const MEBIBYTE = 1024 * 1024;

/** What a start needs besides its options. */
export interface StartParts extends Pick<SandboxParts, "onAttempt" | "onCommit"> {
  readonly interfaceDocument?: SpecDocument | undefined;
  readonly logger: pino.Logger;
  readonly requestLog: RequestLog | null;
  /** Takes sentences for the user. */
  readonly warn: (text: string) => void;
  /** Called with the reason when this process must not write to the data folder any more. */
  readonly onLost: (reason: string) => void;
}

/** A sandbox that listens, with its first world made or resumed. */
export interface OpenSandbox extends Greeting, Pick<Sandbox, "pagePath" | "lacksPage" | "notReady"> {
  readonly addresses: readonly AddressInfo[];
  /** Whether a world has the public API key, whatever key is configured. */
  readonly takesPublicKey: boolean;
  /** The folder that has what was set aside. */
  readonly aside: string | null;
  close(): Promise<void>;
}

/**
 * Opens the data folder, makes the first world if there is none, and listens. Throws `UserError` or `SpecError`; then no
 * world was made, and the folder is what it was before.
 */
export async function openSandbox(configuration: Configuration, given: Given, parts: StartParts): Promise<OpenSandbox> {
  const { warn } = parts;
  // The default beginning cannot be wrong, and where there is a world it is not needed.
  const asked = given.has("fixture") || given.has("world") ? await beginningOrGone(configuration) : null;
  const tls = await openTls(configuration, warn);
  warnOfSaveFile(configuration, given, warn);
  const mailer = await openMailer(configuration, parts.logger);
  await refuseUsedPort(configuration, given);
  const shared = await sharedConfiguration(configuration);
  const metrics = configuration.metrics === "on" ? await openMetrics() : undefined;
  const opening = await openStore(configuration, warn, parts.onLost);
  const { store, archivist, aside, release, undo } = opening;
  let sandbox: Sandbox | undefined;
  let isNew = false;
  try {
    const found = await store.list();
    if (asked instanceof BeginningGone) resumeWithout(asked, found, warn);
    const beginning = asked instanceof BeginningGone ? null : asked;
    refuseOtherBeginning(found, configuration, beginning?.source ?? null, given, warn);
    const kept = { store, ...(archivist && { archivist }), mailer, tls };
    const made = await opened(() => createSandbox(sandboxParts(configuration, parts, kept, shared, metrics)));
    sandbox = made;
    const { server, worlds } = made;
    isNew = found.length === 0;
    const resumed = async () => resumedWorlds(worlds, await store.list(), configuration, given, warn);
    const first = async () =>
      createFirstWorld(worlds, configuration, beginning ?? (await readBeginning(configuration)), given);
    const greeting = await (isNew ? first() : resumed())
      .catch((error: unknown) => {
        if (!(error instanceof Conflict)) throw error;
        // Another process that started with the same database has made the world.
        isNew = false;
        return resumed();
      })
      .catch((error: unknown) => {
        throw firstWorldFailure(error);
      });
    const addresses = await listen(server, configuration, given);
    await opening.announce?.(configuration.address ?? ownAddress(addresses, tls !== undefined));
    await keepPresentTime(worlds, configuration);
    const close = () => made.close().then(release);
    const takesPublicKey = await worlds.knows(digestOf(PUBLIC_API_KEY));
    const { pagePath, lacksPage, notReady } = made;
    return { addresses, ...greeting, takesPublicKey, aside, pagePath, lacksPage, notReady, close };
  } catch (error) {
    // In a database other processes may use the world by now.
    if (isNew && store.sharing === undefined)
      await sandbox?.worlds.delete(FIRST_WORLD_ID).catch((cause: unknown) => warn(reasonOf(cause)));
    await sandbox?.close();
    await undo();
    throw error;
  }
}

async function beginningOrGone(configuration: Configuration): Promise<FirstBeginning | BeginningGone> {
  return readBeginning(configuration).catch((error: unknown) => {
    if (error instanceof BeginningGone) return error;
    throw error;
  });
}

/** Warns of a file that the stored first world has begun from. Throws `UserError` if it began in another way. */
function resumeWithout(gone: BeginningGone, found: readonly WorldEntry[], warn: (text: string) => void): void {
  const source = found.find(({ worldId }) => worldId === FIRST_WORLD_ID)?.origin?.source;
  if (source === undefined || source.kind === "fixture" || resolve(source.name) !== resolve(gone.file)) throw gone;
  warn(`${gone.message}. The world that began from it is resumed as it is.`);
}

function sandboxParts(
  configuration: Configuration,
  { logger, requestLog, onAttempt, onCommit, interfaceDocument }: StartParts,
  kept: Pick<SandboxParts, "store" | "archivist" | "mailer" | "tls">,
  shared: Readonly<Record<string, string>>,
  metrics: Metrics | undefined,
): SandboxParts {
  const { store, history, advanceEvents, fixture, webhookUrls, routes, egress, adminToken, hosts, ui, drain } =
    configuration;
  return {
    ...kept,
    historyLimit: history,
    advanceEvents,
    memory: watchHeap((isFull, heap) => tellOfMemory(logger, isFull, heap)),
    fixture: () => readFixture(fixture),
    worldDefaults: { settings: { webhookUrls }, routes },
    courier: new Courier({ egress }),
    adminToken,
    hosts,
    sharedConfiguration: shared,
    metrics,
    drainMs: drain * 1_000,
    page: ui === "on",
    about: { store: store === "memory" ? "memory" : store === "lowdb" ? "folder" : "postgres", egress },
    requestLog,
    onAttempt,
    onCommit: keepingTime(configuration, logger, onCommit),
    onTrouble: (worldId, error) => logger.error({ worldId, err: error }, "the world cannot be used"),
    onRecovery: (worldId) => logger.warn({ worldId }, "the world can be used again"),
    ...(interfaceDocument && { interfaceDocument }),
  };
}

async function openMetrics(): Promise<Metrics> {
  const { Metrics } = await import("../../http/metrics/metrics.ts");
  return Metrics.create(version).catch((cause: unknown) => {
    throw new UserError(
      "--metrics (SALDO_METRICS) needs a package that Saldo does not bring along: npm install prom-client",
      {
        cause,
      },
    );
  });
}

/** Returns what e-mails one-time codes, if that was asked for. The log tells of a mail that was not sent, without its code. */
async function openMailer(
  { smtpUrl: server, smtpFrom: sender = defaultSender }: Configuration,
  logger: pino.Logger,
): Promise<Mailer | undefined> {
  if (server === undefined) return undefined;
  // Loaded only now, because most starts send no mail.
  const { Mailer } = await import("../../outbound/mailer.ts");
  return new Mailer({ server, sender, onUnsent: (reason, mail) => logger.warn(mail ?? {}, reason) });
}

/** Returns what the server speaks TLS with; undefined for plain HTTP. Throws `UserError`. */
async function openTls(
  { tlsCert: cert, tlsKey: key, tlsCa: ca, store }: Configuration,
  warn: (text: string) => void,
): Promise<ServerTls | undefined> {
  if (ca !== undefined && typeof store === "object")
    throw new UserError(
      "--tls-ca (SALDO_TLS_CA) is not possible with PostgreSQL: the processes that share the database pass requests on to each other, without client certificates. Start without it, and let the load balancer check the certificates of clients.",
    );
  if (cert !== undefined && key !== undefined) return orUserError(() => readTls({ cert, key, ca }, warn));
  if (cert !== undefined) throw new UserError("--tls-cert (SALDO_TLS_CERT) needs --tls-key (SALDO_TLS_KEY), too.");
  if (key !== undefined) throw new UserError("--tls-key (SALDO_TLS_KEY) needs --tls-cert (SALDO_TLS_CERT), too.");
  if (ca !== undefined)
    throw new UserError(
      "--tls-ca (SALDO_TLS_CA) needs --tls-cert (SALDO_TLS_CERT) and --tls-key (SALDO_TLS_KEY), too.",
    );
  return undefined;
}

function tellOfMemory(logger: pino.Logger, isFull: boolean, { used, limit }: Heap): void {
  const heap = { usedMiB: Math.round(used / MEBIBYTE), limitMiB: Math.round(limit / MEBIBYTE) };
  if (isFull)
    logger.warn(heap, "the memory is almost full; requests that make worlds grow get 503 until there is room");
  else logger.info(heap, "there is room in memory again; worlds can grow");
}

/** Throws `UserError` for damage and newer formats that show only when worlds are read. */
async function opened(create: () => Promise<Sandbox>): Promise<Sandbox> {
  try {
    return await create();
  } catch (error) {
    const isOfDisk = error instanceof Error && "code" in error;
    if (!(error instanceof Damaged || error instanceof NewerFormat || isOfDisk)) throw error;
    throw new UserError(reasonOf(error), { cause: error });
  }
}
