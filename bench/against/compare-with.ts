import { inFolder } from "../in-folder.ts";
import { toldSpread } from "../report/numbers.ts";
import type { Scale } from "../row.ts";
import { ratioOf } from "../spread.ts";
import { Checkout, commitOf } from "./checkout.ts";
import { type Compared, comparisons } from "./comparisons.ts";
import { MIN_ROUNDS, verdictOf } from "./verdict.ts";

const [here, there] = ["as it is here", "before"];

/** Measures this program and that of another commit turn about, and tells what has changed beyond noise. Writes nothing. */
export async function compareWith(commit: string, names: readonly string[], scale: Scale): Promise<void> {
  const id = commitOf(commit);
  console.log(`builds ${id.slice(0, 12)}`);
  using checkout = Checkout.make(id);
  const programs = [
    { name: there, root: checkout.root },
    { name: here, root: new URL("../..", import.meta.url).pathname },
  ];
  if (scale.rounds < MIN_ROUNDS) console.log(`with fewer than ${MIN_ROUNDS} rounds, nothing counts as changed`);
  console.log(`what is measured here, as a multiple of ${id.slice(0, 12)}; ${scale.rounds} rounds\n`);
  let failed = 0;
  for (const compare of names.flatMap((name) => comparisons.get(name) ?? [])) {
    const compared = await inFolder((folder) => compare(programs, scale, folder));
    console.log(textOf(compared));
    failed += compared.measured.figures("", null).reduce((sum, figure) => sum + figure.failed, 0);
  }
  if (failed > 0) throw new Error(`${failed} requests failed, so that the comparison says nothing`);
}

function textOf({ title, measured, metrics, remarks = [] }: Compared): string {
  const lines = metrics.map(({ metric, unit, better }) => {
    const [now, before] = [measured.values(metric, here), measured.values(metric, there)];
    const ratios = now.map((value, round) => value / (before[round] ?? Number.NaN));
    const ratio = `${toldSpread(ratioOf(now, before))} ×`;
    return `  ${unit.padEnd(24)}  ${ratio.padEnd(22)}  ${verdictOf(ratios, { better, unit })}`;
  });
  return [title, ...lines, ...remarks.map((remark) => `  (${remark})`), ""].join("\n");
}
