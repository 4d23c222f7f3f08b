import { randomUUID } from "node:crypto";
import { jsonSteps, parseInSlices } from "../../slices/large-json.ts";
import type { Position, Snapshot } from "../world-store.ts";
import type { SqlStatement } from "./batch.ts";
import type { BorrowedConnection, Connections } from "./connections.ts";
import type { FencedWorld, NumberedWorld } from "./kept-worlds.ts";
import { lost } from "./open-worlds.ts";
import type { Tables } from "./tables.ts";

/** The characters of a part. A row with the whole text of a large world would be too much at once. */
const PART_CHARACTERS = 512 * 1024;

/** How long a snapshot that was forgotten stays readable, for those who have begun to read it. */
export const grace = "interval '60 seconds'";

/** The snapshots of worlds, in parts. One that replaces another is a new version, so that readings see one or the other. */
export class Snapshots {
  readonly #connections: Connections;
  readonly #tables: Tables;

  constructor(connections: Connections, tables: Tables) {
    this.#connections = connections;
    this.#tables = tables;
  }

  async positions({ no }: NumberedWorld): Promise<readonly Position[]> {
    const rows = await this.#connections.ask({
      name: "snapshots",
      text: `SELECT position FROM ${this.#tables.snapshot}
        WHERE world = $1 AND part = 0 AND doomed_at IS NULL ORDER BY position`,
      values: [no],
    });
    return rows.map(([position]) => Number(position));
  }

  async newest({ no }: NumberedWorld, atOrBefore: Position): Promise<Snapshot | null> {
    const { snapshot } = this.#tables;
    const [[position, version] = []] = await this.#connections.ask({
      name: "newest snapshot",
      text: `SELECT position, version FROM ${snapshot} WHERE world = $1 AND position <= $2::bigint AND part = 0
        AND doomed_at IS NULL ORDER BY position DESC LIMIT 1`,
      values: [no, Math.min(atOrBefore, Number.MAX_SAFE_INTEGER)],
    });
    if (position === undefined || version === undefined) return null;
    const parts: string[] = [];
    for (;;) {
      const [[body] = []] = await this.#connections.ask({
        name: "snapshot part",
        text: `SELECT body FROM ${snapshot} WHERE world = $1 AND position = $2 AND version = $3 AND part = $4`,
        values: [no, position, version, parts.length],
      });
      if (typeof body !== "string") break;
      parts.push(body);
    }
    const { at, state }: Partial<Snapshot> = Object(await parseInSlices(parts));
    return { position: Number(position), at: Number(at), state };
  }

  /** Saves a snapshot of a world in an epoch of its owner. A later owner may have the world when it ends: it is as true then. */
  async save(world: FencedWorld, snapshot: Snapshot): Promise<void> {
    await this.#connections.transaction([this.#keepWorld(world)], async (lease, [kept]) => {
      if (kept?.length !== 1) throw lost(world.id);
      await lease.run(this.#replace(world.no, snapshot.position));
      await this.insert(lease, world.no, snapshot);
    });
  }

  /** Adds the parts of a snapshot, in the transaction of a connection. */
  async insert(lease: BorrowedConnection, no: number, { position, at, state }: Snapshot): Promise<void> {
    const version = randomUUID();
    let part = 0;
    for (const body of jsonSteps({ at, state }, "", PART_CHARACTERS)) {
      await lease.run({
        name: "save part",
        text: `INSERT INTO ${this.#tables.snapshot} (world, position, version, part, body) VALUES ($1, $2, $3, $4, $5)`,
        values: [no, position, version, part, body],
      });
      part += 1;
    }
  }

  /** No process deletes the world while one of its snapshots is saved. */
  #keepWorld({ no, epoch }: FencedWorld): SqlStatement {
    const text = `SELECT no FROM ${this.#tables.world} WHERE no = $1 AND epoch = $2 FOR KEY SHARE`;
    return { name: "keep", text, values: [no, epoch] };
  }

  #replace(no: number, position: Position): SqlStatement {
    return {
      name: "replace snapshot",
      text: `UPDATE ${this.#tables.snapshot} SET doomed_at = clock_timestamp()
        WHERE world = $1 AND position = $2 AND doomed_at IS NULL`,
      values: [no, position],
    };
  }
}
