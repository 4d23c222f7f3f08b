import TinyQueue from "tinyqueue";
import { compareDue, type Due } from "./agenda.ts";

/** Maximum rows. What fits into none of them waits in a heap. */
const MAX_ROWS = 8;

/** Items that are done stay in memory until they are this many, and a quarter of their row. */
const MIN_DONE = 1_024;

/** Items in order from `next` on. */
interface Row<T> {
  items: T[];
  next: number;
  last: T;
}

/**
 * Things by due time. Most fall due in the order of scheduling: all holds wait equally long, and so do all expiries. Such
 * a row needs no heap, which for a million items costs twenty distant reads to take one of them.
 */
export class DueQueue<T extends Due> implements Iterable<T> {
  /** The row that ends latest comes first. */
  readonly #rows: Row<T>[] = [];
  readonly #rest = new TinyQueue<T>([], compareDue);

  push(item: T): void {
    // The row that ends latest takes it, so that the others stay free for earlier items.
    const row = this.#rows.find(({ last }) => compareDue(last, item) <= 0);
    if (row !== undefined) {
      row.items.push(item);
      row.last = item;
    } else if (this.#rows.length < MAX_ROWS) this.#rows.push({ items: [item], next: 0, last: item });
    else this.#rest.push(item);
  }

  peek(): T | undefined {
    const row = this.#firstRow();
    return row === null ? this.#rest.peek() : row.items[row.next];
  }

  pop(): T | undefined {
    const row = this.#firstRow();
    const item = row === null ? this.#rest.pop() : row.items[row.next];
    if (row !== null) this.#skip(row);
    return item;
  }

  /** Yields the items in any order. */
  *[Symbol.iterator](): Iterator<T> {
    for (const { items, next } of this.#rows) yield* items.slice(next);
    yield* this.#rest.data;
  }

  /** Returns the row that begins with the first item; null if that is in the heap. */
  #firstRow(): Row<T> | null {
    let first = this.#rest.peek();
    let found: Row<T> | null = null;
    for (const row of this.#rows) {
      const item = row.items[row.next];
      if (item === undefined || (first !== undefined && compareDue(first, item) <= 0)) continue;
      first = item;
      found = row;
    }
    return found;
  }

  #skip(row: Row<T>): void {
    row.next += 1;
    if (row.next === row.items.length) this.#rows.splice(this.#rows.indexOf(row), 1);
    else if (row.next >= MIN_DONE && row.next >= row.items.length / 4) {
      row.items = row.items.slice(row.next);
      row.next = 0;
    }
  }
}
