import type { Fixture } from "../../../src/engine/beginning/fixture/parse-fixture.ts";
import { createSandbox } from "../../../src/sandbox.ts";
import { jsonPath } from "../../../src/spec/fixture-place.ts";
import { MemoryStore } from "../../../src/store/memory-store.ts";

/**
 * Saldo with more holds than a fixture's text may ask for, one to be released every millisecond:
 * `node many-holds.ts <port> <API key> <holds>`.
 */
const [port, apiKey = "", holds] = process.argv.slice(2);

const other = { fixture: fixtureWith(0), locate: jsonPath };
const sandbox = await createSandbox({ store: new MemoryStore(), fixture: async () => other });
const made = await sandbox.worlds.create({
  worldId: "default",
  fixtureName: "many holds",
  // Let go with the call, as that of a user is: it would take a tenth of the memory during the advance.
  fixture: { fixture: fixtureWith(Number(holds)), locate: jsonPath, maxCommands: Number.POSITIVE_INFINITY },
  clock: { mode: "frozen" },
  apiKey: () => apiKey,
});
if ("problems" in made) throw new Error(JSON.stringify(made.problems));
await sandbox.server.listen({ port: Number(port), host: "127.0.0.1" });

function fixtureWith(count: number): Fixture {
  const each = Array.from({ length: count }, (_, i) => ({ amountCents: 2_500, releaseIn: `PT${(i + 1) / 1_000}S` }));
  return { companies: [{ balance: 150_000, holds: each }] };
}
