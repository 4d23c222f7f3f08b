import { randomUUID } from "node:crypto";
import type { Instant } from "../../domain/instant.ts";
import type { OthersClaim, Pause, Turn, TurnChanges } from "../world-store.ts";
import type { Row, Statement } from "./batch.ts";
import type { Connections } from "./connections.ts";
import { type Tables, timeMs } from "./tables.ts";

/** How long a claim lasts unless it is extended, and how often that is done. */
const CLAIM_MS = 10_000;
const EXTEND_MS = 3_000;

/** The delivery attempts that this process makes, and the clocks that it has paused. */
export class Claims {
  /** Names this process. */
  readonly by = randomUUID();
  readonly #connections: Connections;
  readonly #tables: Tables;
  readonly #own = new Map<number, Set<string>>();
  readonly #paused = new Set<number>();
  readonly #timer: NodeJS.Timeout;

  constructor(connections: Connections, tables: Tables) {
    this.#connections = connections;
    this.#tables = tables;
    this.#timer = setInterval(() => this.#extend().catch(() => undefined), EXTEND_MS).unref();
  }

  /** Returns what changes the claims of a world, in a turn. */
  changing(world: number, { begun, ended, takesAll, pause }: TurnChanges): readonly Statement[] {
    // Claims that are not ended after all lapse soon: they must not be extended for ever.
    for (const delivery of ended) this.#own.get(world)?.delete(delivery);
    const { attempt } = this.#tables;
    const statements: Statement[] = [];
    if (pause !== undefined) statements.push(this.#pausing(world, pause));
    if (takesAll) {
      statements.push({ name: "take all", text: `DELETE FROM ${attempt} WHERE world = $1`, values: [world] });
    } else if (ended.length > 0) {
      const text = `DELETE FROM ${attempt} WHERE world = $1 AND by = $2
        AND delivery IN (SELECT jsonb_array_elements_text($3::jsonb))`;
      statements.push({ name: "end claims", text, values: [world, this.by, JSON.stringify(ended)] });
    }
    if (begun.length > 0) {
      const text = `INSERT INTO ${attempt} (world, delivery, by, until)
        SELECT $1::integer, jsonb_array_elements_text($3::jsonb), $2::uuid, ${timeMs} + ${CLAIM_MS}
        ON CONFLICT (world, delivery) DO UPDATE SET by = excluded.by, until = excluded.until`;
      statements.push({ name: "claim", text, values: [world, this.by, JSON.stringify(begun)] });
    }
    return statements;
  }

  #pausing(world: number, at: Instant | "announced" | null): Statement {
    this.#paused.delete(world);
    const { pause } = this.#tables;
    if (at === null) {
      const text = `DELETE FROM ${pause} WHERE world = $1 AND by = $2`;
      return { name: "end pause", text, values: [world, this.by] };
    }
    const text = `INSERT INTO ${pause} (world, by, at, until) VALUES ($1, $2, $3, ${timeMs} + ${CLAIM_MS})
      ON CONFLICT (world) DO UPDATE SET by = excluded.by, at = excluded.at, until = excluded.until`;
    return { name: "pause", text, values: [world, this.by, at === "announced" ? null : at] };
  }

  /** Notes that claims were made. */
  made(world: number, { begun, pause }: TurnChanges): void {
    if (pause != null) this.#paused.add(world);
    if (begun.length === 0) return;
    const own = this.#own.get(world) ?? new Set();
    for (const delivery of begun) own.add(delivery);
    this.#own.set(world, own);
  }

  async isMine(world: number, delivery: string): Promise<boolean> {
    const text = `SELECT 1 FROM ${this.#tables.attempt} WHERE world = $1 AND delivery = $2 AND by = $3
      AND until > ${timeMs} AND NOT pg_is_in_recovery()`;
    const question = { name: "is mine", text, values: [world, delivery, this.by] };
    const [rows = []] = await this.#connections.run(question).catch((error: unknown) => {
      // The attempt is not made, and nobody knows when this process can say so: the claim must lapse.
      this.#own.get(world)?.delete(delivery);
      throw error;
    });
    return rows.length > 0;
  }

  /** Gives all claims back, so that other processes make these attempts at once. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#own.clear();
    const values = [this.by];
    const attempts = `UPDATE ${this.#tables.attempt} SET until = 0 WHERE by = $1`;
    const pauses = `DELETE FROM ${this.#tables.pause} WHERE by = $1`;
    const giveBack = [attempts, pauses].map((text) => ({ name: "", text, values }));
    await this.#connections.run(...giveBack).catch(() => undefined);
  }

  async #extend(): Promise<void> {
    for (const [world, own] of this.#own) {
      if (own.size === 0) {
        this.#own.delete(world);
        continue;
      }
      const text = `UPDATE ${this.#tables.attempt} SET until = ${timeMs} + ${CLAIM_MS} WHERE world = $1 AND by = $2
        AND delivery IN (SELECT jsonb_array_elements_text($3::jsonb))`;
      const values = [world, this.by, JSON.stringify([...own])];
      await this.#connections.run({ name: "extend", text, values });
    }
    if (this.#paused.size === 0) return;
    const text = `UPDATE ${this.#tables.pause} SET until = ${timeMs} + ${CLAIM_MS} WHERE by = $1
      AND world IN (SELECT jsonb_array_elements_text($2::jsonb)::integer)`;
    await this.#connections.run({ name: "extend pauses", text, values: [this.by, JSON.stringify([...this.#paused])] });
  }
}

/** A part of a question: who makes attempts of the world `w`, and who has paused its clock, as two columns of JSON. */
export function claimsOn({ attempt, pause }: Tables, by: string): string {
  return `LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('deliveryId', delivery, 'until', until)) AS claimed FROM ${attempt}
      WHERE world = w.no AND by <> ${by}::uuid AND until > ${timeMs}
    ) c ON true
    LEFT JOIN LATERAL (
      SELECT json_build_object('at', at, 'until', until, 'isMine', by = ${by}::uuid) AS pause FROM ${pause}
      WHERE world = w.no AND until > ${timeMs}
    ) p ON true`;
}

/** Makes worlds due whose attempts somebody has claimed and given up: nobody extends these claims any more. */
export function freeLapsed({ attempt, schedule }: Tables): Statement {
  return {
    name: "free lapsed",
    text: `WITH lapsed AS (DELETE FROM ${attempt} WHERE until <= ${timeMs} RETURNING world)
      UPDATE ${schedule} SET wakes_at = ${timeMs} WHERE world IN (SELECT world FROM lapsed)`,
    values: [],
  };
}

/** Returns what the columns of `claimsOn` tell. */
export function claimsIn([claimed = null, pause = null]: Row): Pick<Turn, "claimed" | "pause"> {
  const claims: readonly OthersClaim[] = claimed === null ? [] : JSON.parse(claimed);
  const paused: Pause | null = pause === null ? null : JSON.parse(pause);
  return { claimed: claims, pause: paused };
}
