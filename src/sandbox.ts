import type { FastifyInstance } from "fastify";
import { defaultAdvanceEvents } from "./engine/advance.ts";
import type { WorldDefaults } from "./engine/beginning/fixture/compose-world.ts";
import type { FoundFixture } from "./engine/beginning/fixture/fixture-files.ts";
import { LargeBodies } from "./engine/beginning/large-body/large-bodies.ts";
import type { Archivist } from "./engine/history/archivist.ts";
import { behindText, jumpText, MachineClock } from "./engine/world/machine-clock.ts";
import { type Memory, unwatchedMemory } from "./engine/world/memory.ts";
import type { RecordedAttempt } from "./engine/world/recorded-attempt.ts";
import { Worlds } from "./engine/worlds.ts";
import { Authentication } from "./http/authentication.ts";
import { Calls } from "./http/calls.ts";
import { closeServer } from "./http/close-server.ts";
import { RequestJournals } from "./http/journal/request-journals.ts";
import { controlMount, interfaceMount } from "./http/mounts.ts";
import { OpenSockets } from "./http/open-sockets.ts";
import type { RequestLog } from "./http/request-log.ts";
import { createServer } from "./http/server.ts";
import { wireOf } from "./http/wire.ts";
import { Courier } from "./outbound/courier.ts";
import type { Mailer } from "./outbound/mailer.ts";
import { loadDocument, type SpecDocument } from "./spec/document.ts";
import type { WorldStore } from "./store/world-store.ts";
import { version } from "./version.ts";

/** What a sandbox is made of; everything that reaches outside is given here. */
export interface SandboxParts {
  readonly store: WorldStore;
  /** The fixture of the default world, and of worlds that name none. */
  readonly fixture: () => Promise<FoundFixture>;
  readonly interfaceDocument?: SpecDocument;
  /** What every world begins with, where its fixture says nothing else. */
  readonly worldDefaults?: WorldDefaults;
  /** Who delivers webhooks; by default one that connects to wherever they point. */
  readonly courier?: Courier;
  /** Who e-mails one-time codes; without one they are in the worlds' mailboxes only. */
  readonly mailer?: Pick<Mailer, "send" | "close"> | undefined;
  readonly adminToken?: string | undefined;
  /** Names of hosts that the server answers to besides those that it always does (README, "Hosts and web pages"). */
  readonly hosts?: readonly string[];
  /** Milliseconds since 1970; by default the machine's clock. */
  readonly wallClock?: () => number;
  /** Milliseconds since whenever, on a clock that nobody sets; by default the machine's, or `wallClock` if that is given. */
  readonly monotonicClock?: () => number;
  readonly requestLog?: RequestLog | null;
  /** Who writes down large worlds; with one, worlds are written down from time to time. */
  readonly archivist?: Archivist;
  /** So many of its newest events a world can go back to. */
  readonly historyLimit?: number;
  /**
   * How long `close()` lets requests and webhook attempts that are under way continue, in milliseconds; 1,000 by default.
   * What is not done by then is given up.
   */
  readonly closeWithinMs?: number;
  /** Told in a sentence that the machine's clock has jumped; by default written to standard error. */
  readonly onClockJump?: (text: string) => void;
  /** An advance ends when it has caused this many events; by default a million. */
  readonly advanceEvents?: number;
  /** While it is full, the sandbox refuses what makes worlds grow; by default it is never full. */
  readonly memory?: Memory;
  /** Told when a world has stopped or must be read again from its keeper; by default written to standard error. */
  readonly onTrouble?: (worldId: string, error: unknown) => void;
  /** Told how each attempt to deliver a webhook request has ended; by default nobody is. */
  readonly onAttempt?: (attempt: RecordedAttempt) => void;
  /** Told when a world that could not be read again goes on; by default nobody is. */
  readonly onRecovery?: (worldId: string) => void;
}

/** A sandbox put together: worlds, and a server that has not begun to listen. */
export interface Sandbox {
  readonly worlds: Worlds;
  readonly server: FastifyInstance;
  /**
   * Ends the sandbox within about two seconds. While requests or attempts are under way, the server reports that it is not
   * ready, and every new request gets 503; afterwards it no longer listens. Requests and webhook attempts under way have
   * `closeWithinMs` to end. Then attempts are given up: nothing is recorded of them, and they are due again if the world is
   * opened again. Half a second later all connections that are still open are destroyed. Everything acknowledged is durable
   * when it resolves. A test that wants to see the result of an attempt waits for it before closing.
   */
  close(): Promise<void>;
}

const CLOSE_WITHIN_MS = 1_000;

/** Time for the responses of requests that waited for an attempt which was given up, and for mails. */
const FLUSH_MS = 500;

/** The composition root: the one place where stores, worlds and HTTP meet. Throws `SpecError` when they do not fit. */
export async function createSandbox(parts: SandboxParts): Promise<Sandbox> {
  const document = parts.interfaceDocument ?? loadDocument("interface");
  const courier = parts.courier ?? new Courier();
  const { memory = unwatchedMemory, advanceEvents = defaultAdvanceEvents, onClockJump = reportJump } = parts;
  const clock = new MachineClock(
    parts.wallClock ?? Date.now,
    parts.monotonicClock ?? parts.wallClock ?? (() => performance.now()),
  );
  const worlds = await Worlds.open({
    store: parts.store,
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
    onTrouble: parts.onTrouble ?? reportTrouble,
    onAttempt: parts.onAttempt,
    onRecovery: parts.onRecovery,
  });
  clock.watch((byMs) => {
    if (worlds.tieClocks()) onClockJump(jumpText(byMs));
  });
  const authentication = new Authentication(worlds, parts.adminToken);
  const calls = new Calls(new RequestJournals(clock.wall, parts.adminToken));
  const largeBodies = new LargeBodies();
  const control = controlMount(loadDocument("control"), authentication, {
    worlds,
    version,
    calls,
    defaultFixture: parts.fixture,
    advances: { maxEvents: advanceEvents, memory },
    largeBodies,
  });
  const { prefixes, binding } = interfaceMount(document, authentication, calls, memory);
  const builtDocument = parts.interfaceDocument && loadDocument("interface");
  const root = { prefixes, binding: { ...binding, builtDocument } };
  const options = { log: parts.requestLog ?? null, hosts: parts.hosts ?? [], largeBodies };
  const server = createServer(root, [control], options);
  const sockets = new OpenSockets(server.server);
  await server.ready();
  return {
    worlds,
    server,
    async close() {
      const { closeWithinMs = CLOSE_WITHIN_MS } = parts;
      const forceAt = performance.now() + closeWithinMs + FLUSH_MS;
      clock.stop();
      // What waits for its turn to be sent would keep the end waiting; it is due again after the next start.
      courier.halt();
      const givingUp = setTimeout(() => void courier.close(), closeWithinMs);
      // Worlds end first, each at a commit: an advance stops there and its request is answered, so that the server, which
      // waits for its requests, has none to wait for.
      await worlds.stop();
      clearTimeout(givingUp);
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

function reportTrouble(worldId: string, error: unknown): void {
  console.error(`world ${worldId}:`, error);
}
