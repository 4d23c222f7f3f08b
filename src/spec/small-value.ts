/** A value of at most this many parts is searched for all its problems, a larger one for the first. */
const maxPartsForAllProblems = 1_000;

/** Whether finding all that is wrong with a value costs little: each part of a hostile one can be a problem. */
export function isSmall(value: unknown): boolean {
  return !hasMoreParts(value, maxPartsForAllProblems);
}

/** Counts members and items, no further than the limit. */
function hasMoreParts(value: unknown, limit: number): boolean {
  const pending: unknown[] = [value];
  let parts = 0;
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== "object" || next === null) continue;
    for (const key in next) {
      if (!Object.hasOwn(next, key)) continue;
      if (++parts > limit) return true;
      pending.push(Reflect.get(next, key));
    }
  }
  return false;
}
