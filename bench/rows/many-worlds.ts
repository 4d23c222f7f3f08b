import { join } from "node:path";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { inFolder } from "../in-folder.ts";
import { told } from "../report/numbers.ts";
import { type Contender, type Row, rowOf, type Scale } from "../row.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey, saldo } from "../servers/saldo.ts";
import { takeTurns } from "../take-turns.ts";
import { startOf } from "./start.ts";

const worlds = 1_000;

/** The start with a folder of many small worlds, beside one with a single world. */
export function manyWorlds({ rounds, share }: Scale): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    const count = Math.round(worlds * share);
    const one = await withWorlds(folder, 1);
    const many = await withWorlds(folder, count);
    const measured = await takeTurns([one, many], rounds);
    return [
      rowOf({
        title: "start to first answer, with a folder of so many small worlds",
        unit: "ms",
        better: "less",
        figures: measured.figures("startMs", one.name),
        targets: [measured.target("startMs", many.name, { atMost: 1.1 }, one.name)],
      }),
    ];
  });
}

async function withWorlds(folder: string, count: number): Promise<Contender> {
  const name = `${told(count)} world${count === 1 ? "" : "s"}`;
  const candidate = await saldo(folder, { name, data: join(folder, `data-${count}`) });
  const server = await RunningServer.start(candidate);
  const client = new SaldoClient({ url: server.url, apiKey });
  for (let i = 1; i < count; i += 1) await client.world({ seed: `bench-${i}` });
  await server.stop();
  return startOf(candidate);
}
