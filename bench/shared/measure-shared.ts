import { PostgresServer } from "../../test/postgres/postgres-server.ts";
import { machine } from "../machine.ts";
import { failuresOf } from "../report/failures.ts";
import { textOf } from "../report/text.ts";
import { writeOnPage } from "../report/write-report.ts";
import type { Row, Scale } from "../row.ts";
import type { MeasureShared } from "./database.ts";
import { failover } from "./failover.ts";
import { idleWorlds } from "./idle-worlds.ts";
import { latency } from "./latency.ts";
import { oldSnapshot } from "./old-snapshot.ts";
import { throughput } from "./throughput.ts";

/** All that is measured of a store in PostgreSQL, by the name that `--only` knows it by. */
export const sharedRows: ReadonlyMap<string, MeasureShared> = new Map([
  ["throughput", throughput],
  ["latency", latency],
  ["failover", failover],
  ["old-snapshot", oldSnapshot],
  ["idle", idleWorlds],
]);

/** Measures the rows of these names, each in a database server that is new. Throws when requests have failed. */
export async function measureShared(names: readonly string[], scale: Scale): Promise<readonly Row[]> {
  const measured: Row[] = [];
  for (const name of names) {
    await using server = await PostgresServer.start();
    for (const row of (await sharedRows.get(name)?.(server.url, scale)) ?? []) {
      console.log(textOf(row));
      measured.push(row);
    }
  }
  const worthless = measured.filter((row) => failuresOf(row) > 0).map(({ title }) => title);
  if (worthless.length > 0) throw new Error(`requests failed in: ${worthless.join("; ")}`);
  return measured;
}

/** Measures everything, and writes it on the page about shared sandboxes unless that is only to show that it works. */
export async function reportShared(scale: Scale, isWritten: boolean): Promise<void> {
  const begun = { measuredAt: new Date().toISOString(), rounds: scale.rounds, machine: machine() };
  const rows = await measureShared([...sharedRows.keys()], scale);
  if (isWritten) await writeOnPage("shared.md", { ...begun, command: "node bench/shared.ts", rows });
}
