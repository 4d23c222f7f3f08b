import { malformed, Refused } from "../reply/server-outcome.ts";

/** Throws `Refused` for a place after the last one there is: an empty page would say that nothing has come since. */
export function refuseAfterEnd(after: number | undefined, last: number): void {
  if (after === undefined || after <= last) return;
  const message = `is ${after}, but the last one is ${last}; give at most that, or leave it out to begin anew`;
  throw new Refused(malformed([{ at: "query/after", message }]));
}

/**
 * Returns a page of `ids`, which are sorted oldest first: the newest `limit` wanted ones made before `after`, newest
 * first. `after` itself need not be wanted. Throws `Refused` if it is none of them: an empty page would be the end of the list.
 */
export function newestFirst(
  ids: readonly string[],
  { after, limit = 100 }: { after?: string | undefined; limit?: number | undefined },
  isWanted: (id: string) => boolean = () => true,
): string[] {
  const found: string[] = [];
  let at = after === undefined ? ids.length : ids.lastIndexOf(after);
  if (at === -1) {
    const message = "names nothing in this list; give the id of the last item of a page, or leave it out to begin anew";
    throw new Refused(malformed([{ at: "query/after", message }]));
  }
  while (at > 0 && found.length < limit) {
    at -= 1;
    const id = ids[at];
    if (id !== undefined && isWanted(id)) found.push(id);
  }
  return found;
}
