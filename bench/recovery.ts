import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asker } from "../src/client/connection.ts";
import { archivistOf } from "../src/engine/history/archivist.ts";
import { LowdbStore } from "../src/store/lowdb/lowdb-store.ts";
import { startSandbox } from "../src/testing/start-sandbox.ts";
import { told } from "./told.ts";

/**
 * How long a start takes, to its first answer, with a world of 100,000 events: half of them in a snapshot and half to be
 * replayed from the journal, or all of them to be replayed. Beside it the start with a world that has just begun.
 *   node bench/recovery.ts [events] [rounds]
 */
const [events = 100_000, rounds = 5] = process.argv.slice(2).map(Number);
const chargesAtOnce = 250;

const folder = await mkdtemp(join(tmpdir(), "saldo-bench-"));
try {
  const cases = {
    "a new world": await make("new", 0, 0),
    "checkpoint and journal": await make("half", events, events / 2),
    "journal alone": await make("journal", events, 0),
  };
  const times = new Map<string, number[]>();
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, data] of Object.entries(cases)) {
      times.set(name, [...(times.get(name) ?? []), await startMs(data)]);
    }
  }
  for (const [name, values] of times) console.log(`${name.padEnd(24)} ${told(values)} ms to the first answer`);
} finally {
  await rm(folder, { recursive: true });
}

/** A data folder with a world of so many events, with a snapshot once there are `checkpointAt`. Each charge is four events. */
async function make(name: string, most: number, checkpointAt: number): Promise<string> {
  const data = join(folder, name);
  const store = await LowdbStore.open(data);
  const sandbox = await startSandbox({ store });
  let position = 0;
  while (position < most) {
    const charges = Array.from({ length: chargesAtOnce }, () =>
      sandbox.ask("POST", "/sandbox/charges", { total: 12_990, paid: true, expiresIn: "P1D" }),
    );
    await Promise.all(charges);
    const world = await sandbox.ask("GET", "/sandbox/world");
    position = Number(world.at("position"));
    if (
      position >= checkpointAt &&
      checkpointAt > 0 &&
      (await store.snapshots(String(world.at("worldId")))).length === 0
    ) {
      await archivistOf(store)(String(world.at("worldId")), [position]);
    }
  }
  await sandbox[Symbol.asyncDispose]();
  return data;
}

/** From the start of the process to the answer of a request; it ends without writing anything down. */
async function startMs(data: string): Promise<number> {
  const main = new URL("../src/cli/main.ts", import.meta.url).pathname;
  const start = performance.now();
  const child = spawn(process.execPath, [main, "start", "--port", "0", "--data", data]);
  child.stderr.pipe(process.stderr);
  let output = "";
  for await (const piece of child.stdout) {
    output += piece;
    const address = /address +(http:\S+)/.exec(output)?.[1];
    if (address === undefined) continue;
    await asker({ url: address, apiKey: null })("GET", "/sandbox/worlds");
    const elapsedMs = performance.now() - start;
    child.kill("SIGKILL");
    await once(child, "exit");
    return elapsedMs;
  }
  throw new Error(`the server ended: ${output}`);
}
