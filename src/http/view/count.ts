/** Returns how many of the items fit. */
export function count<T>(items: Iterable<T>, isCounted: (item: T) => boolean): number {
  let found = 0;
  for (const item of items) if (isCounted(item)) found += 1;
  return found;
}
