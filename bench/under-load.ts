import { forSeconds, type Load, load } from "./load/load.ts";
import type { Contender } from "./row.ts";
import type { Candidate } from "./servers/candidate.ts";
import { RunningServer } from "./servers/running-server.ts";
import { type Measured, takeTurns } from "./take-turns.ts";

export interface Loaded {
  /** Of `perSecond`, `p99Ms` and `cpuMicros`, the time that the server was at work for each request. */
  readonly measured: Measured;
  /** What each had in memory before the first request and after the last. */
  readonly memory: ReadonlyMap<string, { readonly beforeMiB: number; readonly afterMiB: number }>;
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
    running.push({ name: candidate.name, server, load, beforeMiB: server.memoryMiB ?? Number.NaN });
  }
  const contenders = running.map(({ name, server, load }) => ({ name, measure: () => sample(server, load) }));
  const measured = await takeTurns(contenders satisfies Contender[], rounds);
  const memory = running.map(({ name, server, beforeMiB }) => {
    return [name, { beforeMiB, afterMiB: server.memoryMiB ?? Number.NaN }] as const;
  });
  return { measured, memory: new Map(memory) };
}

async function sample(server: RunningServer, { seconds, ...asked }: LongLoad) {
  const before = server.cpuMs ?? Number.NaN;
  const { answered, perSecond, p99Ms, failed } = await load(server.url, { ...asked, goesOn: forSeconds(seconds) });
  const cpuMicros = (((server.cpuMs ?? Number.NaN) - before) * 1_000) / answered;
  return { values: { perSecond, p99Ms, cpuMicros }, failed };
}
