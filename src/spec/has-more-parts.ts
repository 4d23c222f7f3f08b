/**
 * Returns whether a value has more members and items than the limit; stops counting there. What writes itself, such as a
 * list whose text is kept, is one part.
 */
export function hasMoreParts(value: unknown, limit: number): boolean {
  const pending: unknown[] = [value];
  let parts = 0;
  while (pending.length > 0) {
    const next = pending.pop();
    if (typeof next !== "object" || next === null) continue;
    if ("toJSON" in next && typeof next.toJSON === "function") continue;
    for (const key in next) {
      if (!Object.hasOwn(next, key)) continue;
      if (++parts > limit) return true;
      pending.push(Reflect.get(next, key));
    }
  }
  return false;
}
