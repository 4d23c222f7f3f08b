/** Waiting items, taken in rotation over the groups; within a group the oldest first. */
export class FairQueue<T> {
  /** The first group is the next one to be served. */
  readonly #groups = new Map<string, Set<T>>();

  add(group: string, item: T): void {
    const items = this.#groups.get(group);
    if (items === undefined) this.#groups.set(group, new Set([item]));
    else items.add(item);
  }

  delete(group: string, item: T): void {
    const items = this.#groups.get(group);
    items?.delete(item);
    if (items?.size === 0) this.#groups.delete(group);
  }

  /** Removes and returns the next item of a group that may have one now. */
  take(isAllowed: (group: string) => boolean): T | undefined {
    for (const [group, items] of this.#groups) {
      if (!isAllowed(group)) continue;
      this.#groups.delete(group);
      const [item] = items;
      if (item === undefined) return undefined;
      items.delete(item);
      if (items.size > 0) this.#groups.set(group, items);
      return item;
    }
    return undefined;
  }

  /** Whether a group that may have an item now is waiting for one. */
  has(isAllowed: (group: string) => boolean): boolean {
    for (const group of this.#groups.keys()) if (isAllowed(group)) return true;
    return false;
  }

  /** Yields all items, group by group. */
  *[Symbol.iterator](): Iterator<T> {
    for (const items of this.#groups.values()) yield* items;
  }
}
