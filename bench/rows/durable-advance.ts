import { join } from "node:path";
import { SaldoClient } from "../../src/client/saldo-client.ts";
import { growthOf, pointsOf } from "../growth.ts";
import { inFolder } from "../in-folder.ts";
import { told } from "../report/numbers.ts";
import { type Contender, type Row, rowOf, type Scale } from "../row.ts";
import { RunningServer } from "../servers/running-server.ts";
import { apiKey, saldo } from "../servers/saldo.ts";
import { takeTurns } from "../take-turns.ts";

const releaseCounts = [1_000, 10_000, 100_000] as const;

/** What it takes until more and more events, made by one request, are on the disk. */
export function durableAdvance({ rounds, share }: Scale): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    await using servers = new AsyncDisposableStack();
    const counts = releaseCounts.map((count) => Math.round(count * share));
    const contenders: Contender[] = [];
    for (const count of counts) {
      const name = `${told(count)} events`;
      const holds = Array.from({ length: count }, (_, i) => ({ amountCents: 2_500, releaseIn: `PT${i + 1}S` }));
      const data = join(folder, `data-${count}`);
      const flags = ["--clock", "frozen"];
      const candidate = await saldo(folder, {
        name,
        fixture: { companies: [{ balance: 150_000, holds }] },
        data,
        flags,
      });
      const { url } = servers.use(await RunningServer.start(candidate));
      contenders.push({ name, measure: () => advanced(new SaldoClient({ url, apiKey }), count) });
    }
    const figures = (await takeTurns(contenders, Math.min(rounds, 7))).figures("ms", null);
    const points = pointsOf(counts, figures);
    return [
      rowOf({
        title: "an advance until all that it has made happen is on the disk",
        unit: "ms",
        better: "less",
        figures,
        growth: [growthOf("a durable write, with its events", points, "O(n)")],
      }),
    ];
  });
}

/** Advances, and takes the world back to its beginning for the next time. */
async function advanced({ ask }: SaldoClient, events: number) {
  const begun = performance.now();
  const answer = await ask("POST", "/sandbox/clock/advance", { by: `PT${events}S` });
  const ms = performance.now() - begun;
  const reset = await ask("POST", "/sandbox/reset");
  const isRight = answer.at("firedTotal") === events && reset.status === 200;
  return { values: { ms }, failed: isRight ? 0 : 1 };
}
