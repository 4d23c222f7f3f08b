import type { FastifyInstance } from "fastify";
import { digestOf } from "./engine/api-key.ts";
import type { WorldDefaults } from "./engine/fixture/compose-world.ts";
import type { FoundFixture } from "./engine/fixture/fixture-files.ts";
import type { Archivist } from "./engine/history/archivist.ts";
import { Worlds } from "./engine/worlds.ts";
import { Authentication } from "./http/authentication.ts";
import { Calls } from "./http/calls.ts";
import { RequestJournals } from "./http/journal/request-journals.ts";
import { controlMount, interfaceMount } from "./http/mounts.ts";
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
  readonly wallClock?: () => number;
  readonly requestLog?: RequestLog | null;
  /** Who writes down large worlds; with one, worlds are written down from time to time. */
  readonly archivist?: Archivist;
  /** So many of its newest events a world can go back to. */
  readonly historyLimit?: number;
  /** Told when a world has stopped or must be read again from its keeper; by default written to standard error. */
  readonly onTrouble?: (worldId: string, error: unknown) => void;
}

/** A sandbox put together: worlds, and a server that has not begun to listen. */
export interface Sandbox {
  readonly worlds: Worlds;
  readonly server: FastifyInstance;
  /** Ends worlds, attempts under way included, then requests, then connections and the keeper. */
  close(): Promise<void>;
}

/** The composition root: the one place where stores, worlds and HTTP meet. Throws `SpecError` when they do not fit. */
export async function createSandbox(parts: SandboxParts): Promise<Sandbox> {
  const document = parts.interfaceDocument ?? loadDocument("interface");
  const courier = parts.courier ?? new Courier();
  const wallClock = parts.wallClock ?? Date.now;
  const worlds = await Worlds.open({
    store: parts.store,
    wire: wireOf(document),
    wallClock,
    courier,
    mailer: parts.mailer,
    defaults: parts.worldDefaults,
    archivist: parts.archivist,
    historyLimit: parts.historyLimit,
    onTrouble: parts.onTrouble ?? reportTrouble,
  });
  const authentication = new Authentication(worlds, parts.adminToken);
  const calls = new Calls(new RequestJournals(wallClock, (text) => worlds.find(digestOf(text)) !== null));
  const control = controlMount(loadDocument("control"), authentication, worlds, version, calls, parts.fixture);
  const { prefixes, binding } = interfaceMount(document, authentication, calls);
  const builtDocument = parts.interfaceDocument && loadDocument("interface");
  const root = { prefixes, binding: { ...binding, builtDocument } };
  const server = createServer(root, [control], { log: parts.requestLog ?? null, hosts: parts.hosts ?? [] });
  await server.ready();
  return {
    worlds,
    server,
    async close() {
      // What waits for its turn to be sent would keep the end waiting; it is due again after the next start.
      courier.halt();
      // Worlds end first, each at a commit: an advance stops there and its request is answered, so that the server, which
      // waits for its requests, has none to wait for.
      await worlds.stop();
      const mailed = parts.mailer?.close();
      await closeServer(server);
      await courier.close();
      await mailed;
      await worlds.close();
    },
  };
}

/** A connection whose last answer leaves while the server closes is idle only afterwards; Node closes it when asked again. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const sweeping = setInterval(() => app.server.closeIdleConnections(), 50);
  await app.close();
  clearInterval(sweeping);
}

function reportTrouble(worldId: string, error: unknown): void {
  console.error(`world ${worldId}:`, error);
}
