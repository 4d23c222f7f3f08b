import { growthOf } from "../growth.ts";
import { inFolder } from "../in-folder.ts";
import { told } from "../report/numbers.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import { bare } from "../servers/peers.ts";
import { apiKey, bodyOf, saldo } from "../servers/saldo.ts";
import { type SteadyLoad, underLoad } from "../under-load.ts";

const path = "/account-balance/withdrawals";
const headers = { "x-api-key": apiKey };
export const listLoad: SteadyLoad = { connections: 4, steps: () => [{ method: "GET", path, headers }] };

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
    const own = await saldo(folder, { fixture: companyWithWithdrawals(size), flags: ["--clock", "frozen"] });
    const { fastify } = await bare(folder, await bodyOf(own, path));
    const { measured, remarks } = await underLoad(
      [fastify, own].map((candidate) => ({ candidate, load: listLoad })),
      scale,
    );
    const row = rowOf({
      title: `GET ${path}, ${told(size)} withdrawals`,
      unit: "requests/s",
      better: "more",
      figures: measured.throughput(fastify.name),
      remarks,
    });
    const cost = measured.figures("cpuMicros", null).find(({ name }) => name === own.name)?.spread.median;
    return { row, cost: cost ?? Number.NaN };
  });
}

export function companyWithWithdrawals(size: number): object {
  const made = Array.from({ length: size }, (_, i) => ({
    value: 1_000,
    status: "CANCELLED",
    initiatedAgo: `PT${size - i}M`,
  }));
  return { companies: [{ balance: 150_000, withdrawals: made }] };
}
