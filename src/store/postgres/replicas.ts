import type { Replica } from "../world-store.ts";
import type { Row, Statement } from "./batch.ts";
import type { Tables } from "./tables.ts";

/** After this time without a word a process does not count any more: it may have been killed. */
const MAX_SILENCE = "interval '30 seconds'";

/** Notes that a process is there, removes what killed processes have left, and asks for those that began before it. */
export function noteReplica(
  { replica }: Tables,
  id: string,
  self: Replica,
): readonly [Statement, Statement, Statement] {
  return [
    {
      name: "note replica",
      text: `INSERT INTO ${replica} (id, version, configuration) VALUES ($1, $2, $3)
        ON CONFLICT (id) DO UPDATE SET seen_at = clock_timestamp()`,
      values: [id, self.version, JSON.stringify(self.configuration)],
    },
    {
      name: "forget replicas",
      text: `DELETE FROM ${replica} WHERE id IN (SELECT id FROM ${replica}
        WHERE seen_at < clock_timestamp() - interval '1 hour' FOR UPDATE SKIP LOCKED)`,
      values: [],
    },
    {
      name: "earlier replicas",
      text: `SELECT version, configuration FROM ${replica} WHERE no < (SELECT no FROM ${replica} WHERE id = $1)
        AND seen_at > clock_timestamp() - ${MAX_SILENCE} ORDER BY no`,
      values: [id],
    },
  ];
}

export function removeReplica({ replica }: Tables, id: string): Statement {
  return { name: "remove replica", text: `DELETE FROM ${replica} WHERE id = $1`, values: [id] };
}

export function replicasIn(rows: readonly Row[]): readonly Replica[] {
  return rows.map(([version, configuration]) => ({
    version: String(version),
    configuration: JSON.parse(String(configuration)),
  }));
}
