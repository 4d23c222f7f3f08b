import { join } from "node:path";
import { parseArgs } from "node:util";
import { SaldoClient, type SaldoWorld } from "../src/client/saldo-client.ts";
import { inFolder } from "./in-folder.ts";
import { forSeconds, load } from "./load/load.ts";
import { receiver } from "./servers/receiver.ts";
import { RunningServer } from "./servers/running-server.ts";
import { apiKey, saldo } from "./servers/saldo.ts";
import { MemoryTrend } from "./soak/memory-trend.ts";
import { Tally } from "./soak/tally.ts";
import { WorldLife } from "./soak/world-life.ts";

/**
 * A sandbox under mixed load, for twenty minutes or as long as it is told to: worlds that come and go, as tests make
 * them, one that stays, clocks that are advanced and taken back, webhooks that are delivered, balances that are read all
 * the while. Everything must be answered, every fact and every ledger follow the rules, and the memory stay
 * as it is.
 *   node bench/soak.ts [--minutes 20]
 */
const { values } = parseArgs({ options: { minutes: { type: "string", default: "20" } } });
const visitors = 4;
const roundsOfVisit = 5;

await inFolder(async (folder) => {
  await using hooks = await RunningServer.start(receiver);
  const flags = ["--history", "20000", "--routes", `hooks.acme.dev=${hooks.url}`, "--egress", "routes"];
  await using server = await RunningServer.start(await saldo(folder, { data: join(folder, "data"), flags }));
  const client = new SaldoClient({ url: server.url, apiKey });
  const goesOn = forSeconds(60 * Number(values.minutes));
  const tally = new Tally();
  const memory = new MemoryTrend();
  const noting = (work: Promise<void>) => work.catch((error: unknown) => void tally.errors.push(error));
  await Promise.all([
    memory.watch(server, goesOn),
    noting(stay(client, goesOn, tally)),
    ...Array.from({ length: visitors }, (_, i) => noting(visit(client, i, goesOn, tally))),
    noting(read(server.url, goesOn, tally)),
  ]);
  console.log({ ...tally.counts, memory: memory.verdict });
  for (const error of tally.errors) console.error(error);
  if (tally.errors.length > 0 || memory.verdict?.isFlat !== true) process.exitCode = 1;
});

/** One world for all the time. */
async function stay(client: SaldoClient, goesOn: () => boolean, tally: Tally): Promise<void> {
  await using world = await client.world({ seed: "soak-stays", fixture: "with-retention" });
  await live(world, goesOn, tally);
}

/** One world after the other. */
async function visit(client: SaldoClient, visitor: number, goesOn: () => boolean, tally: Tally): Promise<void> {
  for (let i = 0; goesOn(); i += 1) {
    await using world = await client.world({ seed: `soak-${visitor}-${i}` });
    let rounds = 0;
    await live(world, () => goesOn() && rounds++ < roundsOfVisit, tally);
    tally.count("worlds");
  }
}

async function live(world: SaldoWorld, goesOn: () => boolean, tally: Tally): Promise<void> {
  const life = new WorldLife(world, tally);
  await life.begin();
  while (goesOn()) await life.goRound();
}

async function read(url: string, goesOn: () => boolean, tally: Tally): Promise<void> {
  const steps = () => [{ method: "GET", path: "/account-balance", headers: { "x-api-key": apiKey } }] as const;
  const { answered, failed } = await load(url, { connections: 2, goesOn, steps });
  tally.count("balances read", answered);
  if (failed > 0) throw new Error(`${failed} balances could not be read`);
}
