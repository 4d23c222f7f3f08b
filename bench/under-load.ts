import { cores } from "./cores.ts";
import { Clients, forSeconds, forTimes, type Load } from "./load/load.ts";
import { told } from "./report/numbers.ts";
import type { Quotient, Sample, Scale } from "./row.ts";
import type { Candidate } from "./servers/candidate.ts";
import { type Usage, usageOf } from "./servers/process-usage.ts";
import { RunningServer } from "./servers/running-server.ts";
import { type Measured, takeTurns } from "./take-turns.ts";

export interface Loaded {
  /**
   * Of `perSecond`, of `cpuMicros`, the time that the server was at work for each request, and of `memoryMiB`, what it had
   * in memory afterwards.
   */
  readonly measured: Measured;
  /** What a reader has to know about the machine during the load. */
  readonly remarks: readonly string[];
}

/** A load that goes on for as long as its turn, or for so many steps. */
export interface SteadyLoad extends Omit<Load, "goesOn"> {
  readonly timesPerTurn?: number;
}

/** A server and the load that it is put under, which may follow from what is prepared on the server. */
export interface Loadable {
  readonly candidate: Candidate;
  readonly load: SteadyLoad | ((url: string) => Promise<SteadyLoad>);
}

/** Machines change their pace from second to second: of many short turns, each beside the others', less depends on that. */
const TURN_SECONDS = 0.1;
export const TURNS_PER_ROUND = 15;
/** So long a server is under load before anything counts. */
const WARM_UP_SECONDS = 3;
/** From here on, a row tells how long others kept the cores. */
const NOISY_SHARE = 0.05;

/** Starts all of them, puts them under load in turns, and ends them. */
export async function underLoad(all: readonly Loadable[], { rounds, share }: Scale): Promise<Loaded> {
  await using stack = new AsyncDisposableStack();
  const running = [];
  for (const { candidate, load } of all) {
    const server = stack.use(await RunningServer.start(candidate));
    const asked = typeof load === "function" ? await load(server.url) : load;
    const clients = stack.use(await Clients.open(server.url, asked));
    await sample(server, clients, forSeconds, WARM_UP_SECONDS * share);
    const { timesPerTurn } = asked;
    const measure =
      timesPerTurn === undefined
        ? () => sample(server, clients, forSeconds, TURN_SECONDS)
        : () => sample(server, clients, forTimes, timesPerTurn);
    running.push({ name: candidate.name, measure });
  }
  const measured = await takeTurns(running, rounds, { perRound: Math.ceil(TURNS_PER_ROUND * share) });
  return { measured, remarks: noiseOf(measured) };
}

export interface LoadSample extends Sample {
  readonly values: {
    readonly perSecond: Quotient;
    readonly p50Ms: number;
    readonly [metric: string]: number | Quotient;
  };
}

/** Puts a server under load; it does nothing before and afterwards. `goesOn` gets `limit` when all clients have begun. */
export async function sample(
  server: RunningServer,
  clients: Clients,
  goesOn: (limit: number) => () => boolean,
  limit: number,
): Promise<LoadSample> {
  server.goOn();
  await clients.leadIn();
  const before = [server.usage, usageOf(process.pid)];
  const { answered, elapsedMs, p50Ms, durationsMs, failed } = await awake(() => clients.ask(goesOn(limit)));
  const after = [server.usage, usageOf(process.pid)];
  const memoryMiB = server.memoryMiB ?? Number.NaN;
  server.pause();
  const used = (of: (usage: Usage) => number) => {
    return after.map((usage, i) => (usage && before[i] ? of(usage) - of(before[i]) : Number.NaN));
  };
  const [cpuMs = Number.NaN] = used((usage) => usage.cpuMs);
  const waitedMs = Math.max(0, ...used((usage) => usage.waitedMs));
  const perSecond = { amount: answered * 1_000, per: elapsedMs };
  const cpuMicros = { amount: cpuMs * 1_000, per: answered };
  const noise = { amount: waitedMs, per: elapsedMs };
  return { values: { perSecond, cpuMicros, noise, memoryMiB, p50Ms }, durationsMs, failed };
}

/**
 * Keeps this process from sleeping while it waits. Who sends to a sleeping process wakes its core. In a virtual machine
 * that takes the sender several microseconds, the more the longer the other has slept: a slower server would pay for it
 * with every response, a faster one would not.
 */
async function awake<T>(work: () => Promise<T>): Promise<T> {
  // With one core for both, it would take the server's time.
  let isWaiting = cores !== null;
  const wait = () => {
    if (isWaiting) setImmediate(wait);
  };
  wait();
  try {
    return await work();
  } finally {
    isWaiting = false;
  }
}

function noiseOf(measured: Measured): readonly string[] {
  const shares = measured.figures("noise", null).map(({ spread }) => spread.median);
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length;
  if (!(mean > NOISY_SHARE)) return [];
  return [
    `the machine was not quiet: server or load generator waited for a core ${told(Math.round(mean * 100))} % of the time`,
  ];
}
