import { growthOf } from "../growth.ts";
import { inFolder } from "../in-folder.ts";
import { told } from "../report/numbers.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import { bare } from "../servers/peers.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey, saldo } from "../servers/saldo.ts";
import { type SteadyLoad, underLoad } from "../under-load.ts";

const path = "/account-balance/withdrawals";
const headers = { "x-api-key": apiKey };

/** GET /account-balance/withdrawals, which the interface does not page, of a company that has made more and more of them. */
export async function listWithdrawals(scale: Scale): Promise<readonly Row[]> {
  const points = [];
  const rows = [];
  for (const size of [100, 1_000, 10_000]) {
    const { row, cost } = await listed(size, scale);
    rows.push(row);
    points.push({ size, cost });
  }
  const growth = growthOf("CPU time of the list, with the withdrawals in it", points, "O(n)");
  return rows.map((row, i) => (i === rows.length - 1 ? { ...row, growth: [growth] } : row));
}

function listed(size: number, scale: Scale): Promise<{ readonly row: Row; readonly cost: number }> {
  return inFolder(async (folder) => {
    const made = Array.from({ length: size }, (_, i) => ({
      value: 1_000,
      status: "CANCELLED",
      initiatedAgo: `PT${size - i}M`,
    }));
    const fixture = { companies: [{ balance: 150_000, withdrawals: made }] };
    const own = await saldo(folder, { fixture, flags: ["--clock", "frozen"] });
    const { fastify } = await bare(folder, await bodyOf(own));
    const load: SteadyLoad = { connections: 4, steps: () => [{ method: "GET", path, headers }] };
    const { measured } = await underLoad(
      [fastify, own].map((candidate) => ({ candidate, load })),
      scale,
    );
    const row = rowOf({
      title: `GET ${path}, ${told(size)} withdrawals`,
      unit: "requests/s",
      better: "more",
      figures: measured.figures("perSecond", fastify.name),
    });
    const cost = measured.figures("cpuMicros", null).find(({ name }) => name === own.name)?.spread.median;
    return { row, cost: cost ?? Number.NaN };
  });
}

async function bodyOf(candidate: Parameters<typeof RunningServer.start>[0]): Promise<unknown> {
  await using server = await RunningServer.start(candidate);
  const answer = await fetch(server.url + path, { headers });
  return await answer.json();
}
