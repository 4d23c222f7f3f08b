import type { WorldId } from "../../world-store.ts";
import { endOfHistory } from "../catalogue.ts";
import { type Connections, durably } from "../connections.ts";
import { appendTo } from "./append-statement.ts";
import type { FencedAppend, LeaseDatabase, Process, SeenProcess, SeenWorld } from "./lease-database.ts";

const leaseEnd = "clock_timestamp() + $2::double precision * interval '1 millisecond'";

/** The statements in SQL. */
export class SqlLeaseDatabase implements LeaseDatabase {
  readonly #connections: Connections;
  /** Renewals never wait behind anything else. A process registers with more time, since it may have just started. */
  readonly #renewals: Connections;
  #address: string | null = null;

  constructor(connections: Connections, renewals: Connections) {
    this.#connections = connections;
    this.#renewals = renewals;
  }

  async register({ processId, address, token }: Process, leaseMs: number): Promise<void> {
    const text = `INSERT INTO $.process (process_id, lease_until, address, token)
      SELECT $1, ${leaseEnd}, $3, $4 WHERE ${durably} ON CONFLICT (process_id) DO UPDATE SET lease_until = excluded.lease_until`;
    await this.#connections.ask(text, processId, leaseMs, this.#address ?? address, token);
  }

  /** Tells where a process is reached that did not know its address when it began. */
  async announce(processId: string, address: string): Promise<void> {
    // A registration from now on tells it, too.
    this.#address = address;
    await this.#connections.ask(
      `UPDATE $.process SET address = $2 WHERE process_id = $1 AND ${durably}`,
      processId,
      address,
    );
  }

  async renew(processId: string, leaseMs: number): Promise<boolean> {
    const text = `UPDATE $.process SET beat = beat + 1, lease_until = ${leaseEnd} WHERE process_id = $1 AND ${durably}
      RETURNING 1`;
    return (await this.#renewals.ask(text, processId, leaseMs)).length > 0;
  }

  async processes(): Promise<readonly SeenProcess[]> {
    const text = "SELECT process_id, address, token, beat, lease_until < clock_timestamp() FROM $.process";
    return (await this.#renewals.ask(text)).map(([processId, address, token, beat, hasEnded]) => ({
      processId: String(processId),
      address: String(address),
      token: String(token),
      beat: Number(beat),
      hasEnded: hasEnded === "t",
    }));
  }

  async bury(processId: string, beat: number): Promise<boolean> {
    const text = `DELETE FROM $.process
      WHERE process_id = $1 AND beat = $2 AND lease_until < clock_timestamp() AND ${durably} RETURNING 1`;
    return (await this.#connections.ask(text, processId, beat)).length > 0;
  }

  async unregister(processId: string): Promise<void> {
    await this.#connections.ask(`DELETE FROM $.process WHERE process_id = $1 AND ${durably}`, processId);
  }

  async look(worldId: WorldId): Promise<SeenWorld | null> {
    const text = "SELECT epoch, owner FROM $.world WHERE id = $1";
    const [[epoch, owner = null] = []] = await this.#connections.ask(text, worldId);
    return epoch === undefined ? null : { epoch: Number(epoch), owner };
  }

  async take(worldId: WorldId, processId: string, { epoch, owner }: SeenWorld): Promise<number | null> {
    const text = `UPDATE $.world SET owner = $2, epoch = epoch + 1
      WHERE id = $1 AND epoch = $3 AND owner IS NOT DISTINCT FROM $4::uuid AND ${durably} RETURNING epoch`;
    const [[taken] = []] = await this.#connections.ask(text, worldId, processId, epoch, owner);
    return numberOf(taken);
  }

  append(processId: string, appends: readonly FencedAppend[]): Promise<ReadonlySet<WorldId>> {
    return appendTo(this.#connections.ask, processId, appends);
  }

  async raise(worldId: WorldId, processId: string): Promise<number | null> {
    const text = `UPDATE $.world SET epoch = epoch + 1 WHERE id = $1 AND owner = $2 AND ${durably} RETURNING epoch`;
    const [[epoch] = []] = await this.#connections.ask(text, worldId, processId);
    return numberOf(epoch);
  }

  async position(worldId: WorldId, processId: string, epoch: number): Promise<number | null> {
    const text = `SELECT ${endOfHistory} FROM $.world w WHERE id = $1 AND owner = $2 AND epoch = $3`;
    const [[position] = []] = await this.#connections.ask(text, worldId, processId, epoch);
    return numberOf(position);
  }

  async release(worldId: WorldId, processId: string, epoch: number): Promise<void> {
    const text = `UPDATE $.world SET owner = NULL WHERE id = $1 AND owner = $2 AND epoch = $3 AND ${durably}`;
    await this.#connections.ask(text, worldId, processId, epoch);
  }
}

function numberOf(column: string | null | undefined): number | null {
  return column === undefined ? null : Number(column);
}
