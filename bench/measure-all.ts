import { failuresOf } from "./report/failures.ts";
import { textOf } from "./report/text.ts";
import type { Row, Scale } from "./row.ts";
import { rows } from "./rows.ts";

/**
 * Measures the rows of these names, one after the other, and tells each as soon as it is known. Throws in the end when
 * requests have failed.
 */
export async function measureAll(names: readonly string[], scale: Scale): Promise<readonly Row[]> {
  const measured: Row[] = [];
  for (const name of names) {
    for (const row of (await rows.get(name)?.(scale)) ?? []) {
      console.log(textOf(row));
      measured.push(row);
    }
  }
  const worthless = measured.filter((row) => failuresOf(row) > 0).map(({ title }) => title);
  if (worthless.length > 0) throw new Error(`requests failed in: ${worthless.join("; ")}`);
  return measured;
}
