/** Items that wait, taken in rotation from one group after the other; within a group the oldest first. */
export class FairQueue<T> {
  /** The group whose turn is next comes first. */
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

  /** Removes the next item of a group that is allowed one now, and returns it. */
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

  /** All items, those of a group together. */
  *[Symbol.iterator](): Iterator<T> {
    for (const items of this.#groups.values()) yield* items;
  }
}
