import { join } from "node:path";
import { archivistOf } from "../../src/engine/history/archivist.ts";
import { LowdbStore } from "../../src/store/lowdb/lowdb-store.ts";
import { startSandbox } from "../../src/testing/start-sandbox.ts";
import { growthOf, pointsOf } from "../growth.ts";
import { inFolder } from "../in-folder.ts";
import { told } from "../report/numbers.ts";
import { type Contender, type Row, rowOf, type Scale } from "../row.ts";
import { saldo } from "../servers/saldo.ts";
import { takeTurns } from "../take-turns.ts";
import { startOf } from "./start.ts";

const chargesAtOnce = 250;
const eventCounts = [0, 10_000, 30_000, 100_000] as const;

/** The start with a world whose history is longer and longer: all of it to be replayed, or half of it in a snapshot. */
export function recovery({ rounds, share }: Scale): Promise<readonly Row[]> {
  return inFolder(async (folder) => {
    const counts = eventCounts.map((count) => Math.round(count * share));
    const largest = counts.at(-1) ?? 0;
    const contenders: Contender[] = [];
    for (const count of counts) contenders.push(await contender(`${told(count)} events`, folder, count, null));
    contenders.push(await contender(`${told(largest)} events, half in a snapshot`, folder, largest, largest / 2));
    const measured = await takeTurns(contenders, rounds);
    const figures = measured.figures("startMs", contenders[0]?.name ?? null);
    const points = pointsOf(counts, figures);
    return [
      rowOf({
        title: "start to first answer, with a history to be read",
        unit: "ms",
        better: "less",
        figures,
        growth: [growthOf("a start, with the events to be replayed", points, "O(n)")],
        remarks: ["a charge that is paid at once makes four events"],
      }),
    ];
  });
}

/** A process that ends without writing anything down leaves everything as it was. */
async function contender(name: string, folder: string, events: number, snapshotAt: number | null): Promise<Contender> {
  const data = join(folder, name.replaceAll(/\W+/g, "-"));
  await make(data, events, snapshotAt);
  // The world was made without the public key.
  const candidate = { ...(await saldo(folder, { name, data })), probe: { path: "/sandbox/worlds" } };
  return startOf(candidate);
}

/** Makes a data folder with a world of so many events. */
async function make(data: string, events: number, snapshotAt: number | null): Promise<void> {
  const store = await LowdbStore.open(data);
  await using sandbox = await startSandbox({ store });
  const { worldId } = sandbox;
  let isSnapshot = snapshotAt === null;
  for (let position = 0; position < events; ) {
    const order = { total: 12_990, paid: true, expiresIn: "P1D" };
    await Promise.all(Array.from({ length: chargesAtOnce }, () => sandbox.charges.create(order)));
    position = Number((await sandbox.ask("GET", "/sandbox/world")).at("position"));
    if (isSnapshot || position < (snapshotAt ?? 0)) continue;
    await archivistOf(store)(worldId, [position]);
    isSnapshot = true;
  }
}
