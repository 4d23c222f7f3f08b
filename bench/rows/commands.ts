import { join } from "node:path";
import { growthOf, pointsOf } from "../growth.ts";
import { inFolder } from "../in-folder.ts";
import { told } from "../report/numbers.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import { saldo } from "../servers/saldo.ts";
import { type Loadable, type SteadyLoad, underLoad } from "../under-load.ts";
import { initiateAndCancel } from "./withdrawals.ts";

/**
 * What a command costs in a world that has more and more on its agenda, and behind it: the holds of another company,
 * which fall due some day and until then are in no request's way.
 */
export function commands(scale: Scale): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    const load: SteadyLoad = { connections: 1, steps: () => initiateAndCancel };
    const sizes = [0, 1_000, 10_000, 100_000].map((size) => Math.round(size * scale.share));
    const all: Loadable[] = [];
    for (const size of sizes) {
      const holds = Array.from({ length: size }, (_, i) => ({ amountCents: 2_500, releaseIn: `PT${i + 3_600}M` }));
      const fixture = { companies: [{ balance: 10_000_000_000 }, { holds }] };
      const data = join(folder, `data-${size}`);
      all.push({ candidate: await saldo(folder, { name: `${told(size)} on the agenda`, fixture, data }), load });
    }
    const { measured, remarks } = await underLoad(all, scale);
    const costs = measured.figures("cpuMicros", all[0]?.candidate.name ?? null);
    const points = pointsOf(sizes, costs);
    return [
      rowOf({
        title: "CPU time of a durable command, in a world with so much to do some day",
        unit: "µs",
        better: "less",
        figures: costs,
        growth: [growthOf("a durable command, with the agenda and the history of its world", points, "O(log n)")],
        remarks,
      }),
    ];
  });
}
