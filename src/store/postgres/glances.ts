import type { End, Glance } from "../world-store.ts";
import type { Row } from "./batch.ts";
import type { Connections } from "./connections.ts";
import type { StoreClock } from "./store-clock.ts";
import type { Tables } from "./tables.ts";
import { askTails, type NumberedWorld, tailIn } from "./tail.ts";

/** Maximum questions at a time, and worlds in one of them. */
const MAX_UNDER_WAY = 2;
const MAX_WORLDS = 500;

interface Waiting {
  readonly world: NumberedWorld;
  readonly known: End;
  resolve(glance: Glance): void;
  reject(error: unknown): void;
}

/**
 * Looks at worlds without turns. Those who come while questions are under way share the next one: whoever looks gets the
 * answer to a question that was asked later than he came.
 */
export class Glances {
  readonly #connections: Connections;
  readonly #tables: Tables;
  readonly #clock: StoreClock;
  readonly #by: string;
  #waiting: Waiting[] = [];
  #underWay = 0;

  constructor(connections: Connections, tables: Tables, clock: StoreClock, by: string) {
    this.#connections = connections;
    this.#tables = tables;
    this.#clock = clock;
    this.#by = by;
  }

  at(world: NumberedWorld, known: End): Promise<Glance> {
    const { promise, resolve, reject } = Promise.withResolvers<Glance>();
    this.#waiting.push({ world, known, resolve, reject });
    // Whoever comes in the same moment is asked for, too.
    queueMicrotask(() => this.#askNext());
    return promise;
  }

  #askNext(): void {
    if (this.#underWay === MAX_UNDER_WAY || this.#waiting.length === 0) return;
    this.#underWay += 1;
    const asked = this.#waiting.splice(0, MAX_WORLDS);
    void this.#ask(asked).then(() => {
      this.#underWay -= 1;
      this.#askNext();
    });
  }

  async #ask(asked: readonly Waiting[]): Promise<void> {
    const rowsOf = new Map<string, Row[]>();
    try {
      const worlds = asked.map(({ world: { no }, known }) => ({ no, known }));
      const [rows = []] = await this.#connections.run(askTails(this.#tables, worlds, this.#by, "glance"));
      for (const row of rows) {
        const own = rowsOf.get(row[0] ?? "");
        if (own === undefined) rowsOf.set(row[0] ?? "", [row]);
        else own.push(row);
      }
    } catch (error) {
      for (const { reject } of asked) reject(error);
      return;
    }
    for (const [i, { world, known, resolve, reject }] of asked.entries()) {
      try {
        const glance = tailIn(rowsOf.get(String(i + 1)) ?? [], world, known, "glance");
        this.#clock.set(glance.now);
        resolve(glance);
      } catch (error) {
        reject(error);
      }
    }
  }
}
