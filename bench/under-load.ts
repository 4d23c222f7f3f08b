import { forSeconds, type Load, load } from "./load/load.ts";
import type { Sample } from "./row.ts";
import type { Candidate } from "./servers/candidate.ts";
import { RunningServer } from "./servers/running-server.ts";
import { type Measured, takeTurns } from "./take-turns.ts";

export interface Loaded {
  /** Of `perSecond` and of `cpuMicros`, the time that the server was at work for each request. */
  readonly measured: Measured;
  /** What each had in memory after the last request; NaN where the system does not tell. */
  readonly memoryMiB: ReadonlyMap<string, number>;
}

/** A load that goes on for so long in every round. */
export type LongLoad = Omit<Load, "goesOn"> & { readonly seconds: number };

/** A server and the load that it is put under. */
export interface Loadable {
  readonly candidate: Candidate;
  readonly load: LongLoad;
}

/** Starts all of them, puts them under load in turns, and ends them. */
export async function underLoad(all: readonly Loadable[], rounds: number): Promise<Loaded> {
  await using servers = new AsyncDisposableStack();
  const running = [];
  for (const { candidate, load } of all) {
    const server = servers.use(await RunningServer.start(candidate));
    running.push({ name: candidate.name, server, measure: () => sample(server, load) });
  }
  const measured = await takeTurns(running, rounds);
  const memoryMiB = new Map(running.map(({ name, server }) => [name, server.memoryMiB ?? Number.NaN]));
  return { measured, memoryMiB };
}

async function sample(server: RunningServer, { seconds, ...asked }: LongLoad): Promise<Sample> {
  const before = server.cpuMs ?? Number.NaN;
  const { answered, perSecond, failed } = await load(server.url, { ...asked, goesOn: forSeconds(seconds) });
  const cpuMicros = (((server.cpuMs ?? Number.NaN) - before) * 1_000) / answered;
  return { values: { perSecond, cpuMicros }, failed };
}
