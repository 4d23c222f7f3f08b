import type { WorldId } from "../../world-store.ts";
import type { Row, SqlStatement } from "../batch.ts";
import { type Connections, durably } from "../connections.ts";
import { lastOf } from "../kept-worlds.ts";
import type { Tables } from "../tables.ts";
import { appendStatement } from "./append-statement.ts";
import type { FencedAppend, LeaseDatabase, Process, SeenProcess, SeenWorld } from "./lease-database.ts";

const leaseEnd = "clock_timestamp() + $2::double precision * interval '1 millisecond'";

/** The statements in SQL. */
export class SqlLeaseDatabase implements LeaseDatabase {
  readonly #connections: Connections;
  /** Renewals never wait behind anything else. A process registers with more time, since it may have just started. */
  readonly #renewals: Connections;
  readonly #tables: Tables;
  #address: string | null = null;

  constructor(connections: Connections, renewals: Connections, tables: Tables) {
    this.#connections = connections;
    this.#renewals = renewals;
    this.#tables = tables;
  }

  async register({ processId, address, token }: Process, leaseMs: number): Promise<void> {
    const text = `INSERT INTO ${this.#tables.process} (process_id, lease_until, address, token)
      VALUES ($1, ${leaseEnd}, $3, $4) ON CONFLICT (process_id) DO UPDATE SET lease_until = excluded.lease_until`;
    const values = [processId, leaseMs, this.#address ?? address, token];
    await this.#write({ name: "register", text, values });
  }

  /** Tells where a process is reached that did not know its address when it began. */
  async announce(processId: string, address: string): Promise<void> {
    // A registration from now on tells it, too.
    this.#address = address;
    const text = `UPDATE ${this.#tables.process} SET address = $2 WHERE process_id = $1`;
    await this.#write({ name: "announce", text, values: [processId, address] });
  }

  async renew(processId: string, leaseMs: number): Promise<boolean> {
    const text = `UPDATE ${this.#tables.process} SET beat = beat + 1, lease_until = ${leaseEnd}
      WHERE process_id = $1 RETURNING 1`;
    const rows = await this.#write({ name: "renew", text, values: [processId, leaseMs] }, this.#renewals);
    return rows.length > 0;
  }

  async processes(): Promise<readonly SeenProcess[]> {
    const text = `SELECT process_id, address, token, beat, lease_until < clock_timestamp() FROM ${this.#tables.process}`;
    const rows = await this.#renewals.ask({ name: "processes", text, values: [] });
    return rows.map(([processId, address, token, beat, hasEnded]) => ({
      processId: String(processId),
      address: String(address),
      token: String(token),
      beat: Number(beat),
      hasEnded: hasEnded === "t",
    }));
  }

  async bury(processId: string, beat: number): Promise<boolean> {
    const text = `DELETE FROM ${this.#tables.process}
      WHERE process_id = $1 AND beat = $2 AND lease_until < clock_timestamp() RETURNING 1`;
    return (await this.#write({ name: "bury", text, values: [processId, beat] })).length > 0;
  }

  async unregister(processId: string): Promise<void> {
    const text = `DELETE FROM ${this.#tables.process} WHERE process_id = $1`;
    await this.#write({ name: "unregister", text, values: [processId] });
  }

  async look(worldId: WorldId): Promise<SeenWorld | null> {
    const text = `SELECT epoch, owner FROM ${this.#tables.world} WHERE id = $1`;
    const [[epoch, owner = null] = []] = await this.#connections.ask({ name: "look", text, values: [worldId] });
    return epoch === undefined ? null : { epoch: Number(epoch), owner };
  }

  async take(worldId: WorldId, processId: string, seen: SeenWorld): Promise<number | null> {
    const text = `UPDATE ${this.#tables.world} SET owner = $2, epoch = epoch + 1
      WHERE id = $1 AND epoch = $3 AND owner IS NOT DISTINCT FROM $4::uuid RETURNING epoch`;
    const [[epoch] = []] = await this.#write({
      name: "take",
      text,
      values: [worldId, processId, seen.epoch, seen.owner],
    });
    return epoch === undefined ? null : Number(epoch);
  }

  async append(processId: string, appends: readonly FencedAppend[]): Promise<ReadonlySet<WorldId>> {
    const rows = await this.#write(appendStatement(this.#tables, processId, appends));
    return new Set(rows.map(([id]) => String(id)));
  }

  async raise(worldId: WorldId, processId: string): Promise<number | null> {
    const text = `UPDATE ${this.#tables.world} SET epoch = epoch + 1 WHERE id = $1 AND owner = $2 RETURNING epoch`;
    const [[epoch] = []] = await this.#write({ name: "raise", text, values: [worldId, processId] });
    return epoch === undefined ? null : Number(epoch);
  }

  async position(worldId: WorldId, processId: string, epoch: number): Promise<number | null> {
    const { world, entry } = this.#tables;
    const text = `SELECT coalesce((${lastOf(entry)}), horizon) FROM ${world} w WHERE id = $1 AND owner = $2 AND epoch = $3`;
    const statement = { name: "position", text, values: [worldId, processId, epoch] };
    const [[position] = []] = await this.#connections.ask(statement);
    return position === undefined ? null : Number(position);
  }

  async release(worldId: WorldId, processId: string, epoch: number): Promise<void> {
    const text = `UPDATE ${this.#tables.world} SET owner = NULL WHERE id = $1 AND owner = $2 AND epoch = $3`;
    await this.#write({ name: "release", text, values: [worldId, processId, epoch] });
  }

  async orphans(limit: number): Promise<readonly WorldId[]> {
    const { world, process } = this.#tables;
    const text = `SELECT w.id FROM ${world} w LEFT JOIN ${process} p ON p.process_id = w.owner
      WHERE w.owner IS NOT NULL AND (p.process_id IS NULL OR p.lease_until < clock_timestamp())
      ORDER BY random() LIMIT $1`;
    const rows = await this.#connections.ask({ name: "orphans", text, values: [limit] });
    return rows.map(([id]) => String(id));
  }

  /** Writes in one transaction that has reached the disk when this resolves. */
  async #write(statement: SqlStatement, connections = this.#connections): Promise<readonly Row[]> {
    const [, rows = []] = await connections.run(durably, statement);
    return rows;
  }
}
