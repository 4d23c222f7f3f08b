interface Page {
  readonly after?: string | undefined;
  readonly limit?: number | undefined;
}

/**
 * A page of identifiers that are kept oldest first: the newest `limit` of those that are wanted and were made before
 * `after`, newest first. Where `after` itself is no longer wanted, the page goes on from its place all the same.
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
