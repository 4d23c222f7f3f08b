import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Pool } from "undici";
import { told } from "./told.ts";

/**
 * Acknowledged writes per second (a withdrawal initiated, a withdrawal cancelled) in one world of 64 companies, kept in a
 * folder and kept in memory. Both servers take turns in one run, so that what else the machine does weighs on both.
 *   node bench/keeper-writes.ts [seconds] [rounds]
 */
const [seconds = 2, rounds = 5] = process.argv.slice(2).map(Number);
const clients = [1, 16, 64] as const;

const folder = await mkdtemp(join(tmpdir(), "saldo-bench-"));
const fixture = join(folder, "companies.yaml");
const companies = Array.from({ length: 64 }, (_, i) => ({ name: `Company ${i}`, balance: 1_000_000 }));
await writeFile(fixture, JSON.stringify({ companies }));

const servers = {
  memory: await startServer(["--store", "memory"]),
  lowdb: await startServer(["--store", "lowdb", "--data", join(folder, "data")]),
};
try {
  for (const count of clients) {
    const rates = { memory: [] as number[], lowdb: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      for (const keeper of ["memory", "lowdb"] as const) {
        const rate = await writesPerSecond(servers[keeper].address, count);
        // The first round warms both up.
        if (round > 0) rates[keeper].push(rate);
      }
    }
    const ratios = rates.lowdb.map((rate, i) => rate / (rates.memory[i] ?? Number.NaN));
    console.log(
      `${count} clients: memory ${told(rates.memory)}, lowdb ${told(rates.lowdb)} writes/s; ratio ${told(ratios, 2)}`,
    );
  }
} finally {
  for (const { child } of Object.values(servers)) {
    child.kill();
    await once(child, "exit");
  }
  await rm(folder, { recursive: true });
}

async function startServer(args: readonly string[]) {
  const main = new URL("../src/cli/main.ts", import.meta.url).pathname;
  const child = spawn(process.execPath, [main, "start", "--port", "0", "--fixture", fixture, ...args]);
  child.stderr.pipe(process.stderr);
  let output = "";
  for await (const data of child.stdout) {
    output += data;
    const address = /address +(http:\S+)/.exec(output)?.[1];
    if (address !== undefined) return { child, address };
  }
  throw new Error(`the server ended: ${output}`);
}

async function writesPerSecond(address: string, count: number): Promise<number> {
  const pool = new Pool(address, { connections: count, pipelining: 1 });
  const end = performance.now() + seconds * 1_000;
  const start = performance.now();
  const done = await Promise.all(Array.from({ length: count }, (_, i) => client(pool, keyOf(i), end)));
  const elapsedMs = performance.now() - start;
  await pool.close();
  return (done.reduce((sum, writes) => sum + writes, 0) / elapsedMs) * 1_000;
}

/** Initiates and cancels until the time is over, and says how many writes were acknowledged. */
async function client(pool: Pool, key: string, end: number): Promise<number> {
  let writes = 0;
  while (performance.now() < end) {
    const opened = await post(pool, key, "/account-balance/withdraw", { value: 1_000 });
    await post(pool, key, "/account-balance/withdraw/cancel", { withdrawId: opened.data.withdrawId });
    writes += 2;
  }
  return writes;
}

async function post(pool: Pool, key: string, path: string, body: object): Promise<{ data: { withdrawId: string } }> {
  const headers = { "x-api-key": key, "content-type": "application/json" };
  const answer = await pool.request({ method: "POST", path, headers, body: JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${text}`);
  return JSON.parse(text);
}

function keyOf(index: number): string {
  return index === 0 ? "sandbox-key" : `sandbox-key-${index + 1}`;
}
