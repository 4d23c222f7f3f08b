import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import type { Replica, Replicas } from "./replicas.ts";

/** A world's owner among some replicas, and the others, of which `other` is one. */
export interface Owned {
  readonly owner: Replica;
  readonly other: Replica;
  readonly others: readonly Replica[];
}

/** Reads from the tables who owns which worlds. */
export class Owners {
  readonly #url: string;
  readonly #replicas: Replicas;

  /** `url`: the database itself, as the lines of replicas may be disturbed. */
  constructor(url: string, replicas: Replicas) {
    this.#url = url;
    this.#replicas = replicas;
  }

  /** Returns the replica that owns a world. */
  async of(worldId: string): Promise<Owned> {
    const text = "SELECT p.address FROM $.world w JOIN $.process p ON p.process_id = w.owner WHERE w.id = $1";
    const [row] = await this.#rows(text, worldId);
    const owner = this.#replicas.all.find(({ line }) => line.url === row?.address);
    if (owner === undefined) throw new Error(`no replica owns ${worldId}; its owner is at ${row?.address}`);
    const others = this.#replicas.all.filter((one) => one !== owner);
    const [other] = others;
    if (other === undefined) throw new Error("there is no other replica");
    return { owner, other, others };
  }

  /** Returns the owner of the first world when one of its requests has changed it. */
  async ofFirst(): Promise<Owned> {
    await this.#replicas.at(0).account.charge({ total: 100, paid: true });
    return this.of("default");
  }

  /** Returns how often a world was taken, or made safe for its owner. */
  async epochOf(worldId: string): Promise<number> {
    const [row] = await this.#rows("SELECT epoch FROM $.world WHERE id = $1", worldId);
    return Number(row?.epoch);
  }

  /** Returns how many worlds a replica owns now. */
  async countOf({ line }: Replica): Promise<number> {
    const text = "SELECT 1 FROM $.world w JOIN $.process p ON p.process_id = w.owner WHERE p.address = $1";
    return (await this.#rows(text, line.url)).length;
  }

  /** Returns what resolves when a replica owns nothing any more, also after its row is gone. */
  async loses({ line }: Replica): Promise<() => Promise<void>> {
    const [row] = await this.#rows("SELECT process_id FROM $.process WHERE address = $1", line.url);
    const owned = () => this.#rows("SELECT 1 FROM $.world WHERE owner = $1", String(row?.process_id));
    return async () => {
      while ((await owned()).length > 0) await delay(50);
    };
  }

  /** Asks on a session of its own, as the server may have been started again. */
  async #rows(text: string, value: string): Promise<readonly Record<string, unknown>[]> {
    const client = new pg.Client({ connectionString: this.#url });
    await client.connect();
    try {
      return (await client.query(text.replaceAll("$.", `${this.#replicas.schema}.`), [value])).rows;
    } finally {
      await client.end();
    }
  }
}
