import { SaldoWorld, testBeginning } from "../client/saldo-client.ts";
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

/**
 * A sandbox in this process that listens on a free port of the loopback interface, as the first company of its first
 * world sees it; `world()` makes more. `await using` ends it.
 */
export async function startSandbox(options: TestSandboxOptions = {}): Promise<SaldoWorld> {
  const { fixture = "default", routes, ...others } = options;
  const { seed = testBeginning.seed, startAt = testBeginning.startAt, clock = testBeginning.clock, ...parts } = others;
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
    clock,
  });
  if ("problems" in created) throw new Error(`the fixture makes no world: ${JSON.stringify(created.problems)}`);
  const url = await sandbox.server.listen({ port: 0, host: "127.0.0.1" });
  return new SaldoWorld({ url, adminToken: parts.adminToken }, created.world.worldId, created.companies, () =>
    sandbox.close(),
  );
}
