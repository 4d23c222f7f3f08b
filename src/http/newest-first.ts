/** A page of identifiers that are kept oldest first: at most `limit` of those made before `after`, the newest first. */
export function newestFirst(
  ids: readonly string[],
  { after, limit = 100 }: { after?: string; limit?: number },
): string[] {
  const end = after === undefined ? ids.length : Math.max(0, ids.lastIndexOf(after));
  return ids.slice(Math.max(0, end - limit), end).reverse();
}
