import { parseRoutes } from "../domain/route.ts";
import { readNamedFixture } from "../engine/fixture/fixture-files.ts";
import { parseInlineFixture } from "../engine/fixture/parse-fixture.ts";
import { Courier } from "../outbound/courier.ts";
import { createSandbox, type SandboxParts } from "../sandbox.ts";
import { MemoryStore } from "../store/memory-store.ts";

/**
 * How a sandbox for a test begins; by default the fixture `default` in a frozen world that starts on 2026-03-02. Webhooks
 * are delivered to `routes` only, so that a test posts to no stranger, unless it brings a courier of its own.
 */
export interface TestSandboxOptions extends Partial<Omit<SandboxParts, "fixture">> {
  /** The name of a shipped fixture, or a fixture itself. */
  readonly fixture?: string | object;
  readonly seed?: string;
  /** ISO 8601 in UTC. */
  readonly startAt?: string;
  /** By host, the origin of the receiver: `{ "hooks.acme.dev": "http://127.0.0.1:3000" }`. */
  readonly routes?: Readonly<Record<string, string>>;
  readonly clock?: { readonly mode?: "running" | "frozen"; readonly rate?: number };
}

/** An answer of the server; `body` is parsed JSON, or null when there was none. */
export class Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;

  constructor(status: number, headers: Headers, body: unknown) {
    this.status = status;
    this.headers = headers;
    this.body = body;
  }

  /** What stands in the body at a dotted path (`data.reserveHolds.0.releaseAt`); undefined where there is nothing. */
  at(path: string): unknown {
    return path.split(".").reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), this.body);
  }

  /** The same, where it must be a text. */
  text(path: string): string {
    const value = this.at(path);
    if (typeof value === "string") return value;
    throw new Error(`the answer ${this.status} has no text at ${path}: ${JSON.stringify(this.body)}`);
  }
}

/** Asks the server in the name of one API key. */
export type Ask = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** A sandbox that listens on a free port of the loopback interface, with one world. `await using` ends it. */
export interface TestSandbox extends AsyncDisposable {
  readonly url: string;
  /** The key of the world's first company. */
  readonly apiKey: string;
  readonly ask: Ask;
  /** Speaks with another key, or with none. */
  as(apiKey: string | null): Ask;
}

export async function startSandbox(options: TestSandboxOptions = {}): Promise<TestSandbox> {
  const { fixture = "default", seed = "test", startAt = "2026-03-02T12:00:00.000Z", clock, routes, ...parts } = options;
  const found = typeof fixture === "string" ? await readNamedFixture(fixture) : parseInlineFixture(fixture);
  if (!("fixture" in found)) throw new Error(`the fixture is not usable: ${JSON.stringify(found)}`);
  const parsed = parseRoutes(Object.entries(routes ?? {}));
  if ("problems" in parsed) throw new Error(`the routes are not usable: ${JSON.stringify(parsed.problems)}`);
  const sandbox = await createSandbox({
    store: new MemoryStore(),
    courier: new Courier({ egress: "routes" }),
    ...parts,
    worldDefaults: { routes: parsed.routes, ...parts.worldDefaults },
    fixture: async () => found,
  });
  const created = await sandbox.worlds.create({
    fixtureName: found.fixture.name ?? "inline",
    fixture: found,
    seed,
    startAt: Date.parse(startAt),
    clock: clock ?? { mode: "frozen" },
  });
  const apiKey = "companies" in created ? created.companies[0]?.apiKey : undefined;
  if (apiKey === undefined) throw new Error(`the fixture makes no world: ${JSON.stringify(created)}`);
  const url = await sandbox.server.listen({ port: 0, host: "127.0.0.1" });
  const as = (key: string | null) => asker(url, key);
  return { url, apiKey, as, ask: as(apiKey), [Symbol.asyncDispose]: () => sandbox.close() };
}

/** Asks the server at `url` with this API key, or with none. */
export function asker(url: string, apiKey: string | null): Ask {
  return async (method, path, body, headers = {}) => {
    const key: Record<string, string> = apiKey === null ? {} : { "x-api-key": apiKey };
    const json: Record<string, string> = body === undefined ? {} : { "content-type": "application/json" };
    const payload = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(url + path, { method, headers: { ...key, ...json, ...headers }, body: payload });
    const text = await response.text();
    return new Answer(response.status, response.headers, text === "" ? null : JSON.parse(text));
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
