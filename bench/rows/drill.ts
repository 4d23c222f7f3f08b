import { drill } from "../../drill/drill.ts";
import { Application } from "../../examples/drill/application.ts";
import { drilledExample } from "../../test/drill/drilled-example.ts";
import { type Row, rowOf, type Scale } from "../row.ts";
import { takeTurns } from "../take-turns.ts";

const name = "the example, in the process of the sandbox";
const most = 1_000;

/** Worlds of a drill that finds nothing, as in the test of an application that is correct. */
export async function drillWorlds({ rounds, share }: Scale): Promise<readonly Row[]> {
  const measured = await takeTurns([{ name, measure: () => drilled(Math.round(most * share)) }], Math.min(rounds, 5));
  return [
    rowOf({
      title: "worlds of the drill",
      unit: "/s",
      better: "more",
      figures: measured.figures("perSecond", null),
      targets: [measured.target("perSecond", name, { atLeast: 300 }, null)],
      remarks: ["some answers are slow on purpose: 0.6 s each, once an operation in 2,000 worlds"],
    }),
  ];
}

/** It throws if the books differ. */
async function drilled(worlds: number) {
  const { durationMs } = await drill({ ...drilledExample(Application), worlds, seconds: 600, seed: 7 });
  return { values: { perSecond: { amount: worlds, per: durationMs / 1_000 } }, failed: 0 };
}
