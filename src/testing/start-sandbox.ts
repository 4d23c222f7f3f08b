import "../supported-node.ts";
import { refuseOtherTypes, refuseUnknownOptions } from "../client/known-options.ts";
import { SaldoClient, type SaldoWorld, type WorldOrder } from "../client/saldo-client.ts";
import { secureFetch } from "../client/secure-fetch.ts";
import type { SettingsChange } from "../client/settings.ts";
import { parseRoutes } from "../domain/route.ts";
import { definedMembers, type SettingsPatch } from "../domain/settings.ts";
import { readNamedFixture } from "../engine/beginning/fixture/fixture-files.ts";
import { parseInlineFixture } from "../engine/beginning/fixture/parse-fixture.ts";
import { pipeFetch } from "../http/in-process/pipe-fetch.ts";
import { MAX_BODY_BYTES } from "../http/reply/server-outcome.ts";
import { readTls } from "../http/security/tls-files.ts";
import { Courier } from "../outbound/courier.ts";
import { createSandbox, PARTS, type SandboxParts } from "../sandbox.ts";
import { tellProblems } from "../spec/problem.ts";
import { MemoryStore } from "../store/memory-store.ts";
import { type DeliverTo, receiverLine } from "./deliver-to.ts";
import { TestSandbox } from "./test-sandbox.ts";
import { clientTls, refuseUnknownTls, type TestTls } from "./test-tls.ts";

export { coverageText, coverageXml } from "../report/coverage-report.ts";
export type { DeliverTo } from "./deliver-to.ts";
export { type FakeTimers, type FollowOptions, followClock } from "./follow-clock.ts";
export type { TestSandbox } from "./test-sandbox.ts";

/**
 * How a sandbox for a test begins; by default the fixture `default` in a frozen world that starts on 2026-03-02. Webhooks
 * are delivered to `routes` only, so that a test posts to no stranger, unless it brings a courier of its own.
 */
export interface TestSandboxOptions extends Partial<Omit<SandboxParts, "fixture" | "tls">> {
  /** The name of a shipped fixture, or a fixture itself. */
  readonly fixture?: string | object;
  readonly seed?: string;
  /** A time with its offset, RFC 3339. */
  readonly startAt?: string;
  /** By host, the origin of the receiver: `{ "hooks.acme.dev": "http://127.0.0.1:3000" }`. */
  readonly routes?: Readonly<Record<string, string>>;
  readonly clock?: { readonly mode?: "running" | "frozen"; readonly rate?: number };
  /** Settings that worlds begin with, where their fixture says nothing else. */
  readonly settings?: SettingsChange;
  /** PEM files to answer over HTTPS with; by default over plain HTTP. */
  readonly tls?: TestTls;
  /** Whether it listens on a port; by default it does. Without a port, `fetch` and the client ask it within the process. */
  readonly listen?: boolean;
  /** Takes all webhook deliveries within the process, wherever their URLs lead. */
  readonly deliverTo?: DeliverTo;
}

/** The options that docs/testing.md has; the type keeps the list complete. */
const OPTIONS: Readonly<Record<Exclude<keyof TestSandboxOptions, keyof SandboxParts>, true>> = {
  ...{ fixture: true, seed: true, startAt: true, clock: true, settings: true, routes: true, listen: true },
  ...{ deliverTo: true, tls: true, adminToken: true },
};

/** The address of a sandbox that does not listen: a name that leads to this machine only. */
const NO_PORT = "http://saldo.localhost";

/** For what the client adds to an order. */
const marginBytes = 1_024;

/**
 * A sandbox in this process, by default on a free port of the loopback interface, as the first company of its first
 * world sees it; `world()` makes more. `await using` or `stop()` ends it. Throws `UnexpectedAnswer` when the world cannot be made.
 */
export async function startSandbox(options: TestSandboxOptions = {}): Promise<TestSandbox> {
  refuseUnknownOptions("startSandbox", options, Object.keys(OPTIONS), Object.keys(PARTS));
  refuseOtherTypes(options, { routes: "object", listen: "boolean", deliverTo: "function", adminToken: "string" });
  if (options.tls !== undefined) refuseUnknownTls("tls", options.tls);
  if (options.clock !== undefined) refuseUnknownOptions("clock", options.clock, ["mode", "rate"]);
  const {
    fixture = "default",
    seed,
    startAt,
    clock,
    settings,
    routes,
    tls: files,
    listen = true,
    deliverTo,
    ...parts
  } = definedMembers(options);
  const parsed = parseRoutes(Object.entries(routes ?? {}).map(([host, origin]) => [host, String(origin)]));
  if ("problems" in parsed) throw new Error(`the routes are not usable: ${tellProblems(parsed.problems)}`);
  if (files !== undefined && !listen) throw new Error("tls needs a port; leave out listen: false, or tls");
  if (deliverTo !== undefined && (routes !== undefined || parts.courier !== undefined))
    throw new Error("deliverTo takes all deliveries; leave out routes and courier, or deliverTo");
  const warn = (text: string) => console.error(`warning: ${text}`);
  const tls = files && (await readTls(files, warn));
  const overTls = files && secureFetch(await clientTls(files, warn));
  const sandbox = await createSandbox({
    store: new MemoryStore(),
    courier: new Courier(
      deliverTo ? { lineTo: (destination) => receiverLine(destination, deliverTo) } : { egress: "routes" },
    ),
    about: { store: "memory", egress: "routes" },
    ...parts,
    tls,
    worldDefaults: { routes: parsed.routes, settings: usable(settings), ...parts.worldDefaults },
    fixture: () => readNamedFixture("default"),
  });
  // Also beside a port: that is faster, and no faked timer holds it back.
  const pipe = pipeFetch(sandbox.server.server);
  const fetch = overTls ?? pipe.fetch;
  const close = async () => {
    await sandbox.close();
    pipe.end();
  };
  try {
    const url = listen ? await sandbox.server.listen({ port: 0, host: "127.0.0.1" }) : NO_PORT;
    const { adminToken } = parts;
    const stranger = new SaldoClient({ url, apiKey: null, adminToken, fetch });
    const order = Object.fromEntries(Object.entries(definedMembers({ fixture, seed, startAt, clock })));
    const { worldId, companies } = await firstWorld(stranger, order);
    return new TestSandbox(sandbox.server.server, { url, adminToken, fetch }, worldId, companies, close);
  } catch (error) {
    await close();
    throw error;
  }
}

/** Returns settings as worlds take them. Throws for what a fixture could not have. */
function usable(settings: SettingsChange | undefined): SettingsPatch {
  if (settings === undefined) return {};
  const fixture = parseInlineFixture({ companies: [{}], settings });
  if ("problems" in fixture) throw new Error(`the settings are not usable: ${tellProblems(fixture.problems)}`);
  return fixture.fixture.settings ?? {};
}

/** A large order is read only from a caller with a key, and a sandbox without worlds knows none yet. */
async function firstWorld(stranger: SaldoClient, order: WorldOrder): Promise<SaldoWorld> {
  if (Buffer.byteLength(JSON.stringify(order)) <= MAX_BODY_BYTES - marginBytes) return stranger.world(order);
  await using temporary = await stranger.world();
  return await stranger.of(temporary.apiKey).world(order);
}
