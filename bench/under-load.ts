import { forSeconds, type Load, load } from "./load/load.ts";
import type { Sample, Scale } from "./row.ts";
import type { Candidate } from "./servers/candidate.ts";
import { RunningServer } from "./servers/running-server.ts";
import { type Measured, takeTurns } from "./take-turns.ts";

export interface Loaded {
  /** Of `perSecond` and of `cpuMicros`, the time that the server was at work for each request. */
  readonly measured: Measured;
  /** What each had in memory after the last request; NaN where the system does not tell. */
  readonly memoryMiB: ReadonlyMap<string, number>;
}

/** A load that goes on for as long as its turn. */
export type SteadyLoad = Omit<Load, "goesOn">;

/** A server and the load that it is put under. */
export interface Loadable {
  readonly candidate: Candidate;
  readonly load: SteadyLoad;
}

/** Machines change their pace from second to second: of many short turns, each beside the others', less depends on that. */
const turnSeconds = 0.25;
const turnsPerRound = 6;
/** So long a server is under load before anything counts. */
const warmUpSeconds = 3;

/** Starts all of them, puts them under load in turns, and ends them. */
export async function underLoad(all: readonly Loadable[], { rounds, share }: Scale): Promise<Loaded> {
  await using servers = new AsyncDisposableStack();
  const running = [];
  for (const { candidate, load } of all) {
    const server = servers.use(await RunningServer.start(candidate));
    await sample(server, load, warmUpSeconds * share);
    running.push({ name: candidate.name, server, measure: () => sample(server, load, turnSeconds) });
  }
  const measured = await takeTurns(running, Math.ceil(rounds * turnsPerRound * share));
  const memoryMiB = new Map(running.map(({ name, server }) => [name, server.memoryMiB ?? Number.NaN]));
  return { measured, memoryMiB };
}

async function sample(server: RunningServer, asked: SteadyLoad, seconds: number): Promise<Sample> {
  server.goOn();
  const before = server.cpuMs ?? Number.NaN;
  const { answered, perSecond, failed } = await load(server.url, { ...asked, goesOn: forSeconds(seconds) });
  const cpuMicros = (((server.cpuMs ?? Number.NaN) - before) * 1_000) / answered;
  server.pause();
  return { values: { perSecond, cpuMicros }, failed };
}
