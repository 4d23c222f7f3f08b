import { inFolder } from "../in-folder.ts";
import { type Contender, type Row, rowOf, type Scale } from "../row.ts";
import type { Candidate } from "../servers/candidate.ts";
import { bare, peers } from "../servers/peers.ts";
import { RunningServer } from "../servers/running-server.ts";
import { saldo } from "../servers/saldo.ts";
import { takeTurns } from "../take-turns.ts";

const against = "bare Fastify";

/** How long it takes from the start of a process to its first answer, and what it has in memory then. */
export function start({ rounds }: Scale): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    const body = { data: { balance: 150_000 } };
    const { http, fastify } = await bare(folder, body);
    const clone = await saldo(folder, { name: "Saldo, npm start", from: "source" });
    const candidates = [fastify, await saldo(folder), clone, http, ...(await peers(folder, body))];
    // Of all starts only the first is one after which nothing was kept.
    for (const candidate of candidates) await (await RunningServer.start(candidate)).stop();
    const measured = await takeTurns(candidates.map(startOf), rounds, { warmUp: false });
    return [
      rowOf({
        title: "start to first answer",
        unit: "ms",
        better: "less",
        figures: measured.figures("startMs", against),
        targets: [
          measured.target("startMs", "Saldo", { atMost: 1.5 }, against),
          measured.target("startMs", clone.name, { atMost: 2 }, against),
        ],
        remarks: ["Saldo as it is in the package and the image; by npm start its source is stripped of types first"],
      }),
      rowOf({
        title: "memory when it has just started",
        unit: "MiB",
        better: "less",
        figures: measured.figures("memoryMiB", against),
        targets: [measured.target("memoryMiB", "Saldo", { atMost: 1.7 }, against)],
      }),
    ];
  });
}

/** A start, and the end that leaves everything as it was. */
export function startOf(candidate: Candidate): Contender {
  const measure = async () => {
    await using server = await RunningServer.start(candidate);
    return { values: { startMs: server.startMs, memoryMiB: server.memoryMiB ?? Number.NaN }, failed: 0 };
  };
  return { name: candidate.name, measure };
}
