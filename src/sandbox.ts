import { setTimeout as pause } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { refuseUnknownOptions } from "./client/known-options.ts";
import { defaultAdvanceEvents } from "./engine/advance.ts";
import type { WorldDefaults } from "./engine/beginning/fixture/compose-world.ts";
import type { FoundFixture } from "./engine/beginning/fixture/fixture-files.ts";
import { LargeBodies } from "./engine/beginning/large-body/large-bodies.ts";
import { DEFAULT_HISTORY_LIMIT } from "./engine/history/archive.ts";
import { Readiness } from "./engine/readiness.ts";
import type { WorldDependencies } from "./engine/world/dependencies.ts";
import { behindText, jumpText, MachineClock } from "./engine/world/machine-clock.ts";
import { type Memory, unwatchedMemory } from "./engine/world/memory.ts";
import { Worlds } from "./engine/worlds.ts";
import type { About } from "./http/control/about.ts";
import { Coverage } from "./http/coverage/coverage.ts";
import { HarExport } from "./http/har/har-export.ts";
import { RequestJournals } from "./http/journal/request-journals.ts";
import type { AnswerMcp } from "./http/mcp/serve-mcp.ts";
import type { Metrics } from "./http/metrics/metrics.ts";
import { readPage } from "./http/page/page-files.ts";
import { NOT_BUILT, PAGE_PATH } from "./http/page/serve-page.ts";
import { PassingOn } from "./http/passing-on/passing-on.ts";
import { Calls } from "./http/request/calls.ts";
import type { RequestLog } from "./http/request/request-log.ts";
import { Authentication } from "./http/security/authentication.ts";
import type { ServerTls } from "./http/security/tls-files.ts";
import { closeServer, OpenSockets } from "./http/server/close-server.ts";
import { controlMount, interfaceMount } from "./http/server/mounts.ts";
import { createServer } from "./http/server/server.ts";
import { wireOf } from "./http/view/wire.ts";
import { Courier } from "./outbound/courier.ts";
import type { Mailer } from "./outbound/mailer.ts";
import { packageFolder } from "./package-folder.ts";
import { loadDocument, type SpecDocument } from "./spec/document.ts";
import { version } from "./version.ts";

/** The parts of a sandbox. Everything that reaches outside is given here. */
export interface SandboxParts
  extends Pick<WorldDependencies, "store" | "archivist" | "historyLimit" | "onAttempt" | "onCommit" | "onRecovery"> {
  /** The fixture of the default world, and of worlds that name none. */
  readonly fixture: () => Promise<FoundFixture>;
  readonly interfaceDocument?: SpecDocument;
  /** What worlds begin with if their fixture does not say. */
  readonly worldDefaults?: WorldDefaults;
  /** Delivers webhooks; by default to wherever they point. */
  readonly courier?: Courier;
  /** Sends one-time codes by e-mail. Without it, codes are only in the worlds' mailboxes. */
  readonly mailer?: Pick<Mailer, "send" | "close"> | undefined;
  readonly adminToken?: string | undefined;
  /** Additional host names that the server responds to (docs/configuration.md, "Hosts and web pages"). */
  readonly hosts?: readonly string[];
  /** What the server speaks TLS with; by default it speaks plain HTTP. */
  readonly tls?: ServerTls | undefined;
  /** Whether the page for people is served; by default it is, if it was built. */
  readonly page?: boolean;
  /** Returns milliseconds since 1970; by default by the machine's clock. */
  readonly wallClock?: () => number;
  /** Returns milliseconds by a clock that cannot be set; by default the machine's, or `wallClock` if that is given. */
  readonly monotonicClock?: () => number;
  readonly requestLog?: RequestLog | null;
  /** Counts and measures, and shows that under `/metrics`. Without it nothing is counted. */
  readonly metrics?: Metrics | undefined;
  /** Digests of what processes that share the store must have in common, by names for people. */
  readonly sharedConfiguration?: Readonly<Record<string, string>>;
  /**
   * How long `close()` still answers everything, if a client has asked whether the sandbox is ready: a load balancer
   * has that time to notice. In milliseconds; 0 by default.
   */
  readonly drainMs?: number;
  /** How long `close()` waits for requests and webhook attempts, in milliseconds; 1,000 by default. */
  readonly closeWithinMs?: number;
  /** Is called with a message when the machine's clock jumps; by default it goes to standard error. */
  readonly onClockJump?: (text: string) => void;
  /** Maximum events of one advance; by default a million. */
  readonly advanceEvents?: number;
  /** What the server tells of its store and of where webhooks go, by default memory and the internet. */
  readonly about?: Pick<About, "store" | "egress"> | undefined;
  /** While memory is full, the sandbox rejects what makes worlds grow. By default it is never full. */
  readonly memory?: Memory;
  /** Is called when a world has stopped or must be read again; by default this goes to standard error. */
  readonly onTrouble?: (worldId: string, error: unknown) => void;
}

/** Every name of the parts; the type keeps the list complete. */
export const PARTS: Readonly<Record<keyof SandboxParts, true>> = {
  ...{ fixture: true, interfaceDocument: true, store: true, worldDefaults: true, historyLimit: true, archivist: true },
  ...{ courier: true, mailer: true, adminToken: true, hosts: true, tls: true, page: true, about: true, metrics: true },
  ...{ wallClock: true, monotonicClock: true, requestLog: true, sharedConfiguration: true, advanceEvents: true },
  ...{ drainMs: true, closeWithinMs: true, memory: true, onClockJump: true, onTrouble: true, onAttempt: true },
  ...{ onCommit: true, onRecovery: true },
};

/** A complete sandbox: worlds, and a server that does not listen yet. */
export interface Sandbox {
  readonly worlds: Worlds;
  readonly server: FastifyInstance;
  /** The path of the page for people; null if it is not served, or not built. */
  readonly pagePath: string | null;
  /** Whether the page would be served if it was built. */
  readonly lacksPage: boolean;
  /** Why load balancers should send no requests to this process since its start, in sentences. */
  readonly notReady: readonly string[];
  /**
   * Ends the sandbox, after `drainMs` within about two seconds. The server reports at once that it is not ready; after
   * `drainMs` every new request gets 503. Requests and webhook attempts under way have `closeWithinMs` to end. Then
   * attempts are given up: nothing is recorded of them, and they are due again if the world is opened again. Half a
   * second later all remaining connections are destroyed. When this resolves, everything acknowledged is durable. A
   * test that needs the result of an attempt waits for it before closing.
   */
  close(): Promise<void>;
}

const CLOSE_WITHIN_MS = 1_000;

/** The machine's clocks, also for a test that fakes those of its process later. */
const wallNow = Date.now;
const monotonicNow = performance.now.bind(performance);

/** How long the server goes on after its worlds went to other processes. */
const LISTEN_ON_MS = 250;

/** Time for mails, and for the responses to requests whose attempts were given up. */
const FLUSH_MS = 500;

/**
 * Creates a sandbox. This is the composition root, the one place where stores, worlds and HTTP meet. Throws `SpecError`
 * if the document does not fit the program, and an `Error` for a part that does not exist.
 */
export async function createSandbox(parts: SandboxParts): Promise<Sandbox> {
  refuseUnknownOptions("createSandbox", parts, Object.keys(PARTS));
  const document = parts.interfaceDocument ?? loadDocument("interface");
  const coverage = new Coverage(document.dereferenced);
  const courier = parts.courier ?? new Courier();
  const { memory = unwatchedMemory, advanceEvents = defaultAdvanceEvents, onClockJump = reportJump } = parts;
  const clock = new MachineClock(parts.wallClock ?? wallNow, parts.monotonicClock ?? parts.wallClock ?? monotonicNow);
  const { store } = parts;
  const worlds = await Worlds.open({
    store,
    wire: wireOf(document),
    wallClock: clock.wall,
    steadyClock: clock.steady,
    onClockBehind: (byMs) => onClockJump(behindText(byMs)),
    courier,
    mailer: parts.mailer,
    defaults: parts.worldDefaults,
    archivist: parts.archivist,
    historyLimit: parts.historyLimit,
    memory,
    onTrouble: parts.onTrouble ?? ((worldId, error) => console.error(`world ${worldId}:`, error)),
    onAttempt: (attempt) => {
      coverage.attemptEnded(attempt);
      parts.metrics?.attemptMade(attempt);
      parts.onAttempt?.(attempt);
    },
    onCommit: parts.onCommit,
    onRecovery: parts.onRecovery,
  });
  clock.watch((byMs) => {
    if (worlds.tieClocks()) onClockJump(jumpText(byMs));
  });
  const readiness = new Readiness(store, parts.sharedConfiguration ?? {});
  const differences = await readiness.begin();
  const authentication = new Authentication(worlds, parts.adminToken);
  const callEnded = coverage.callEnded.bind(coverage);
  const calls = new Calls(new RequestJournals(clock.wall, parts.adminToken, callEnded));
  const largeBodies = new LargeBodies(memory);
  // What an overlay has broken shows at startup.
  const compiles = parts.interfaceDocument === undefined ? "first-use" : "now";
  const control = controlMount(loadDocument("control"), authentication, {
    worlds,
    readiness,
    version,
    about: {
      ...(parts.about ?? { store: "memory", egress: "internet" }),
      sendsMail: parts.mailer !== undefined,
      needsAdminToken: parts.adminToken !== undefined,
      historyEvents: parts.historyLimit ?? DEFAULT_HISTORY_LIMIT,
      advanceEvents,
      settings: parts.worldDefaults?.settings ?? {},
    },
    calls,
    coverage,
    har: new HarExport(document, version, parts.adminToken),
    defaultFixture: parts.fixture,
    advances: { maxEvents: advanceEvents, memory },
    largeBodies,
    compiles,
  });
  const { prefixes, binding } = interfaceMount(document, authentication, calls, memory, compiles);
  const builtDocument = parts.interfaceDocument && loadDocument("interface");
  const root = { prefixes, binding: { ...binding, builtDocument } };
  const { metrics } = parts;
  const serveMetrics =
    metrics &&
    ((app: FastifyInstance) =>
      metrics.serve(app, () => ({ worldsLoaded: worlds.loadedCount, journalBytes: calls.journals.bytes })));
  const page = parts.page === false ? null : (readPage(new URL("dist/ui/", packageFolder)) ?? NOT_BUILT);
  const options = {
    log: parts.requestLog ?? null,
    hosts: parts.hosts ?? [],
    page,
    largeBodies,
    readiness,
    tls: parts.tls ?? null,
    passingOn: store.sharing === undefined ? null : new PassingOn(store.sharing, parts.tls ?? null),
    serveMetrics,
    // Loaded with the first request: few sandboxes are asked in the protocol, and loading it takes longer than startup.
    answerMcp: async (...asked: Parameters<AnswerMcp>) =>
      (await import("./mcp/answer-request.ts")).answerRequest(...asked),
  };
  const server = createServer(root, [control], options);
  const sockets = new OpenSockets(server.server);
  await server.ready();
  return {
    worlds,
    server,
    pagePath: page === null || page === NOT_BUILT ? null : PAGE_PATH,
    lacksPage: page === NOT_BUILT,
    notReady: differences.map(({ message }) => message),
    async close() {
      const { closeWithinMs = CLOSE_WITHIN_MS, drainMs = 0 } = parts;
      await readiness.drain();
      if (readiness.wasAsked && drainMs > 0) await pause(drainMs);
      const forceAt = performance.now() + closeWithinMs + FLUSH_MS;
      clock.stop();
      // Waiting attempts would delay the end. They are due again after the next startup.
      courier.halt();
      const givingUp = setTimeout(() => void courier.close(), closeWithinMs);
      // Worlds end first, each at a commit. That ends advances, so the server has no requests left to wait for.
      await worlds.stop();
      clearTimeout(givingUp);
      // A request that another process has just sent here is on its way; it is told that the world is elsewhere now.
      if ((store.sharing?.peers() ?? []).length > 0) await pause(LISTEN_ON_MS);
      const leftMs = Math.max(0, forceAt - performance.now());
      const mailed = parts.mailer?.close(leftMs);
      await closeServer(server, sockets, leftMs);
      await courier.close();
      await mailed;
      await worlds.close();
    },
  };
}

function reportJump(text: string): void {
  console.error(`warning: ${text}`);
}
