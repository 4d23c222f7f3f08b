import { SaldoClient } from "../../src/client/saldo-client.ts";
import { growthOf } from "../growth.ts";
import { inFolder } from "../in-folder.ts";
import { load } from "../load/load.ts";
import { told } from "../report/numbers.ts";
import type { Contender, Row, Scale } from "../row.ts";
import { rowOf } from "../row-of.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey, saldo } from "../servers/saldo.ts";
import { takeTurns } from "../take-turns.ts";

/** A fixture lets a company have so many holds. */
const mostOfCompany = 100_000;
const releaseCounts = [1_000, 10_000, 100_000, 1_000_000] as const;

/** The clock advanced over more and more releases of holds, and how others in the same process fare meanwhile. */
export function advance({ rounds, share }: Scale): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    await using servers = new AsyncDisposableStack();
    const contenders: Contender[] = [];
    const counts = releaseCounts.map((count) => Math.round(count * share));
    for (const count of counts) {
      const name = `${told(count)} releases`;
      const candidate = await saldo(folder, { name, fixture: companyWith(count), flags: ["--clock", "frozen"] });
      const server = servers.use(await RunningServer.start(candidate));
      const neighbour = await new SaldoClient({ url: server.url, apiKey }).world();
      contenders.push({ name, measure: () => advanced(server.url, neighbour.apiKey, count) });
    }
    const measured = await takeTurns(contenders, Math.min(rounds, 3));
    const largest = contenders.at(-1)?.name ?? "";
    const times = measured.figures("ms", null);
    const points = times.map(({ spread }, i) => ({ size: counts[i] ?? 0, cost: spread.median }));
    return [
      rowOf({
        title: "an advance over the releases of so many holds",
        unit: "ms",
        better: "less",
        figures: times,
        targets: [measured.target("ms", largest, { atMost: 5_000 }, null)],
        growth: [growthOf("an advance, with what falls due", points, "O(n log n)")],
      }),
      rowOf({
        title: "GET /account-balance in another world meanwhile, the slowest of a hundred",
        unit: "ms",
        better: "less",
        figures: measured.figures("p99Ms", null),
        targets: [measured.target("p99Ms", largest, { atMost: 50 }, null)],
      }),
    ];
  });
}

/** Advances, asks in another world meanwhile, and takes the world back to its beginning for the next time. */
async function advanced(url: string, neighbourKey: string, releases: number) {
  const { ask } = new SaldoClient({ url, apiKey });
  let isOver = false;
  const begun = performance.now();
  const advancing = ask("POST", "/sandbox/clock/advance", { by: `PT${releases}S` }).then((answer) => {
    isOver = true;
    return { answer, ms: performance.now() - begun };
  });
  const headers = { "x-api-key": neighbourKey };
  const neighbour = await load(url, {
    connections: 1,
    goesOn: () => !isOver,
    steps: () => [{ method: "GET", path: "/account-balance", headers }],
  });
  const { answer, ms } = await advancing;
  const left = await ask("GET", "/account-balance");
  await ask("POST", "/sandbox/reset");
  const isRight = answer.status === 200 && left.at("data.reservedBalance") === 0;
  return { values: { ms, p99Ms: neighbour.p99Ms }, failed: neighbour.failed + (isRight ? 0 : 1) };
}

function companyWith(holds: number): object {
  const each = Array.from({ length: holds }, (_, i) => ({ amountCents: 2_500, releaseIn: `PT${i + 1}S` }));
  const companies = [];
  for (let i = 0; i < holds; i += mostOfCompany)
    companies.push({ balance: 150_000, holds: each.slice(i, i + mostOfCompany) });
  return { companies };
}
