import type { WorldId } from "../../world-store.ts";
import { arrayOf, type Row, type SqlStatement } from "../batch.ts";
import { type Connections, durably } from "../connections.ts";
import { lastOf } from "../kept-worlds.ts";
import type { Tables } from "../tables.ts";
import type { FencedAppend, LeaseDatabase, Process, SeenProcess, SeenWorld } from "./lease-database.ts";

/** Stands between the bodies of entries. JSON has no such character, so that nothing must be escaped. */
const SEPARATOR = 30;

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
    const [rows = []] = await this.#renewals.run({ name: "processes", text, values: [] });
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
    const [[[epoch, owner = null] = []] = []] = await this.#connections.run({ name: "look", text, values: [worldId] });
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

  /**
   * `FOR SHARE` waits for a taking under way and then sees it, and a taking waits for this. With a plain read or a weaker
   * lock, the next owner could read a history without an entry that is kept all the same.
   */
  async append(processId: string, appends: readonly FencedAppend[]): Promise<ReadonlySet<WorldId>> {
    const { world, entry, apiKey } = this.#tables;
    const entries = appends.flatMap(({ worldId, entries: each }) => each.map((one) => ({ worldId, ...one })));
    const keys = appends.flatMap(({ worldId, keys: each }) => each.map((one) => ({ worldId, ...one })));
    const text = `WITH locked AS (
        SELECT no, id, epoch FROM ${world} WHERE id = ANY ($1::text[]) AND owner = $3 ORDER BY no FOR SHARE
      ), mine AS MATERIALIZED (
        SELECT no, id FROM locked JOIN unnest($1::text[], $2::bigint[]) AS q (id, epoch) USING (id, epoch)
      ), kept AS (
        INSERT INTO ${entry} (world, first, last, body) SELECT no, first, last, body FROM mine
        JOIN unnest($4::text[], $5::bigint[], $6::bigint[], string_to_array($7, chr(${SEPARATOR})))
          AS e (id, first, last, body) USING (id)
      ), told AS (
        INSERT INTO ${apiKey} (digest, world, company)
        SELECT DISTINCT ON (digest) digest, no, company FROM mine
        JOIN unnest($8::text[], $9::text[], $10::text[]) WITH ORDINALITY AS k (id, digest, company, i) USING (id)
        ORDER BY digest, i DESC
        ON CONFLICT (digest) DO UPDATE SET world = excluded.world, company = excluded.company
      ) SELECT id FROM mine`;
    const rows = await this.#write({
      name: "append",
      text,
      values: [
        arrayOf(appends.map(({ worldId }) => worldId)),
        arrayOf(appends.map(({ epoch }) => epoch)),
        processId,
        arrayOf(entries.map(({ worldId }) => worldId)),
        arrayOf(entries.map(({ first }) => first)),
        arrayOf(entries.map(({ last }) => last)),
        entries.map(({ body }) => body).join(String.fromCharCode(SEPARATOR)),
        arrayOf(keys.map(({ worldId }) => worldId)),
        arrayOf(keys.map(({ digest }) => digest)),
        arrayOf(keys.map(({ companyId }) => companyId)),
      ],
    });
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
    const [[[position] = []] = []] = await this.#connections.run(statement);
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
    const [rows = []] = await this.#connections.run({ name: "orphans", text, values: [limit] });
    return rows.map(([id]) => String(id));
  }

  /** Writes in one transaction that has reached the disk when this resolves. */
  async #write(statement: SqlStatement, connections = this.#connections): Promise<readonly Row[]> {
    const [, rows = []] = await connections.run(durably, statement);
    return rows;
  }
}
