import { SaldoClient } from "../../src/client/saldo-client.ts";
import { growthOf, pointsOf } from "../growth.ts";
import { inFolder } from "../in-folder.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey, saldo } from "../servers/saldo.ts";
import { takeTurns } from "../take-turns.ts";

const worldCounts = [100, 300, 1_000] as const;

/** Many worlds in one process, as parallel tests make them. */
export function worlds({ rounds, share }: Scale): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    const candidate = await saldo(folder);
    const counts = worldCounts.map((count) => Math.round(count * share));
    const contenders = counts.map((count) => ({
      name: `${count} worlds`,
      measure: async () => {
        await using server = await RunningServer.start(candidate);
        return await made(server, count);
      },
    }));
    const measured = await takeTurns(contenders, Math.min(rounds, 7), { warmUp: false });
    const times = measured.figures("totalMs", null);
    const points = pointsOf(counts, times);
    return [
      rowOf({
        title: "making a world, among so many",
        unit: "ms",
        better: "less",
        figures: measured.figures("eachMs", null),
        growth: [growthOf("making worlds, with how many there are", points, "O(n)")],
      }),
      rowOf({ title: "memory of a world", unit: "KiB", better: "less", figures: measured.figures("eachKiB", null) }),
    ];
  });
}

async function made(server: RunningServer, count: number) {
  const client = new SaldoClient({ url: server.url, apiKey });
  const before = server.memoryMiB ?? Number.NaN;
  const begun = performance.now();
  for (let i = 0; i < count; i += 1) await client.world({ seed: `bench-${i}` });
  const totalMs = performance.now() - begun;
  const eachKiB = (((server.memoryMiB ?? Number.NaN) - before) * 1024) / count;
  return { values: { totalMs, eachMs: totalMs / count, eachKiB }, failed: 0 };
}
