/** Fewer are read faster one by one. */
const MIN_RUN = 3;

/** Returns the items in their order, with those that follow each other and have the same name together. */
export function runsOf<T>(items: readonly T[], nameOf: (item: T) => string): readonly (readonly T[])[] {
  const runs: T[][] = [];
  let last: string | null = null;
  for (const item of items) {
    const name = nameOf(item);
    if (name === last) runs.at(-1)?.push(item);
    else runs.push([item]);
    last = name;
  }
  return runs.flatMap((run) => (run.length < MIN_RUN ? run.map((item) => [item]) : [run]));
}
