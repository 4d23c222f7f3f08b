interface Page {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * Returns a page of `ids`, which are sorted oldest first: the newest `limit` wanted ones made before `after`, newest
 * first. `after` itself need not be wanted.
 */
export function newestFirst(
  ids: readonly string[],
  { after, limit = 100 }: Page,
  isWanted: (id: string) => boolean = () => true,
): string[] {
  const found: string[] = [];
  let at = after === undefined ? ids.length : ids.lastIndexOf(after);
  while (at > 0 && found.length < limit) {
    at -= 1;
    const id = ids[at];
    if (id !== undefined && isWanted(id)) found.push(id);
  }
  return found;
}
