import type { ErrorObject, ValidateFunction } from "ajv";

/** A value of at most this many parts is searched for all its problems, a larger one for the first. */
const MAX_PARTS_FOR_ALL_PROBLEMS = 1_000;

/**
 * Returns a check that finds all errors of a small value and the first of a large one: with `allErrors` a hostile body of
 * 256 KiB can cause 100,000 error objects. Each of the two validators is compiled at its first use.
 */
export function twoPasses(
  compile: (allErrors: boolean) => ValidateFunction,
): (value: unknown) => readonly ErrorObject[] {
  let first: ValidateFunction | undefined;
  let all: ValidateFunction | undefined;
  return (value) => {
    first ??= compile(false);
    if (first(value)) return [];
    if (hasMoreParts(value, MAX_PARTS_FOR_ALL_PROBLEMS)) return first.errors ?? [];
    all ??= compile(true);
    all(value);
    return all.errors ?? [];
  };
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
