import { machine } from "./machine.ts";
import { failuresOf, type Results } from "./report/results.ts";
import { textOf } from "./report/text.ts";
import type { Row, Scale } from "./row.ts";
import { rows } from "./rows.ts";

/** Measures the rows of these names, one after the other, and tells each as soon as it is known. */
export async function measureAll(names: readonly string[], scale: Scale): Promise<Results> {
  const measured: Row[] = [];
  const measuredAt = new Date().toISOString();
  for (const name of names) {
    const found = (await rows.get(name)?.(scale)) ?? [];
    for (const row of found) console.log(textOf(row));
    measured.push(...found);
  }
  const worthless = measured.filter((row) => failuresOf(row) > 0);
  if (worthless.length > 0) throw new Error(`requests failed in: ${worthless.map(({ title }) => title).join("; ")}`);
  return { measuredAt, command: "npm run bench", rounds: scale.rounds, machine: machine(), rows: measured };
}
