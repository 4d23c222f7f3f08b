import { join } from "node:path";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { growthOf, pointsOf } from "../growth.ts";
import { load } from "../load/load.ts";
import { told } from "../report/numbers.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import type { Candidate } from "../servers/candidate.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey } from "../servers/saldo.ts";
import { takeTurns } from "../take-turns.ts";

const releaseCounts = [1_000, 10_000, 100_000, 1_000_000] as const;

/** The clock advanced over more and more releases of holds, and how other worlds of the same process respond during it. */
export async function advance({ rounds, share }: Scale): Promise<readonly Row[]> {
  const counts = releaseCounts.map((count) => Math.round(count * share));
  const contenders = counts.map((count) => {
    return { name: `${told(count)} releases`, measure: () => advanced(candidateWith(count), count) };
  });
  // A million holds take half a minute to be made.
  const measured = await takeTurns(contenders, Math.min(rounds, 7), { warmUp: false });
  const largest = contenders.at(-1)?.name ?? "";
  const times = measured.figures("ms", null);
  const points = pointsOf(counts, times);
  return [
    rowOf({
      title: "an advance over the releases of so many holds",
      unit: "ms",
      better: "less",
      figures: times,
      targets: [measured.target("ms", largest, { atMost: 2_500 }, null)],
      growth: [growthOf("an advance, with what falls due", points, "O(n log n)")],
      remarks: ["in memory, with another world asking all the time"],
    }),
    rowOf({
      title: "the most in memory during the advance",
      unit: "MiB",
      better: "less",
      figures: measured.figures("peakMiB", null),
      targets: [measured.target("peakMiB", largest, { atMost: 1_536 }, null)],
    }),
    rowOf({
      title: "GET /account-balance in another world during the advance, the slowest of a hundred",
      unit: "ms",
      better: "less",
      figures: measured.figures("p99Ms", null),
      targets: [measured.target("p99Ms", largest, { atMost: 50 }, null)],
    }),
  ];
}

/** Advances a new world, and asks in another one during the advance. */
export async function advanced(candidate: Candidate, releases: number) {
  await using server = await RunningServer.start(candidate);
  const { url } = server;
  const client = new SaldoClient({ url, apiKey });
  const neighbour = await client.world();
  let isOver = false;
  server.forgetPeak();
  const begun = performance.now();
  const advancing = client.ask("POST", "/sandbox/clock/advance", { by: `PT${releases / 1_000}S` }).then((answer) => {
    isOver = true;
    return { answer, ms: performance.now() - begun };
  });
  const headers = { "x-api-key": neighbour.apiKey };
  const { p99Ms, failed } = await load(url, {
    connections: 1,
    goesOn: () => !isOver,
    steps: () => [{ method: "GET", path: "/account-balance", headers }],
  });
  const { answer, ms } = await advancing;
  const peakMiB = server.peakMemoryMiB ?? Number.NaN;
  const left = await client.ask("GET", "/account-balance");
  const isRight = answer.at("firedTotal") === releases && left.at("data.reservedBalance") === 0;
  return { values: { ms, p99Ms, peakMiB }, failed: failed + (isRight ? 0 : 1) };
}

/** One of the holds is released in every millisecond. */
export function candidateWith(holds: number, root = new URL("../..", import.meta.url).pathname): Candidate {
  const program = join(root, "bench/servers/programs/many-holds.ts");
  return {
    name: `Saldo with ${holds} holds`,
    command: (port) => [process.execPath, program, String(port), apiKey, String(holds)],
    probe: { path: "/openapi.json" },
  };
}
