import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SaldoClient } from "../src/client/saldo-client.ts";
import { folderOfTests } from "./folder-of-tests.ts";
import { RunningSaldo } from "./running-saldo.ts";

const folder = folderOfTests();

test("an advance that would use up the heap ends before the process does, and other worlds answer", async () => {
  const fixture = join(folder, "daily.json");
  const daily = { amountCents: 1_000, interval: "P1D", status: "AUTHORIZED" };
  await writeFile(fixture, JSON.stringify({ companies: [{ subscriptions: Array(50).fill(daily) }] }));
  await using saldo = new RunningSaldo(["--clock", "frozen", "--fixture", fixture], {
    NODE_OPTIONS: "--max-old-space-size=72",
    SALDO_ADVANCE_EVENTS: "999999999",
  });
  const client = new SaldoClient({ url: await saldo.address(), apiKey: "sandbox-key" });
  const other = await client.world();
  const ended = await client.ask("POST", "/sandbox/clock/advance", { to: "9999-12-31T00:00:00Z" });
  expect([ended.status, ended.at("code")]).toEqual([503, "MEMORY_FULL"]);
  await saldo.shows(/"level":40,.*"limitMiB":72,.*the memory is almost full/);
  expect((await other.ask("POST", "/sandbox/charges", { total: 1 })).status).toBe(503);
  expect((await other.ask("GET", "/account-balance")).status).toBe(200);
  expect((await client.ask("DELETE", `/sandbox/worlds/${other.worldId}`)).status).toBe(204);
  expect(await saldo.stop()).toBe(0);
});
