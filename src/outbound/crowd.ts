/** What stands at a place in a crowd. Only the crowd sets it. */
export interface Member {
  place: number;
}

/**
 * Items without an order, in memory that is used again. A `Set` takes new memory after as many additions as it has
 * items, and what it leaves behind leads to what it then takes. So the garbage collector copies items that were deleted
 * long ago, until it looks at the whole heap.
 */
export class Crowd<T extends Member> {
  readonly #items: T[] = [];

  add(item: T): void {
    item.place = this.#items.length;
    this.#items.push(item);
  }

  delete(item: T): void {
    const last = this.#items.pop();
    if (last === undefined || last === item) return;
    this.#items[item.place] = last;
    last.place = item.place;
  }

  list(): readonly T[] {
    return [...this.#items];
  }
}
