import type { TornTail } from "../../store/lowdb/journal-opening.ts";
import type { WorldEntry, WorldId, WorldStore } from "../../store/world-store.ts";
import { checkHistory } from "./check-history.ts";
import { checkSnapshots } from "./check-snapshots.ts";
import { KeptWorld, pathOfWorld } from "./kept-world.ts";
import { type KeptProblem, problemOf } from "./problem.ts";

/** What a check has found of a world. It is sound when there are no problems. */
export interface WorldReport {
  readonly worldId: WorldId;
  readonly events: number;
  readonly snapshots: number;
  /** What was never acknowledged, and is cut off when the folder is opened to write to it. */
  readonly torn: TornTail | null;
  readonly problems: readonly KeptProblem[];
}

/** Checks every world of a data folder, whatever is wrong with the others, and changes nothing. */
export async function* checkWorlds(dataFolder: string, store: WorldStore): AsyncGenerator<WorldReport> {
  for (const entry of await store.list()) {
    let report = await checkWorld(dataFolder, store, entry);
    // What another process removes meanwhile can look like damage; but what is damaged is so the second time, too.
    if (report.problems.length > 0) report = await checkWorld(dataFolder, store, entry);
    const isThere = (await store.list()).some(({ worldId }) => worldId === entry.worldId);
    if (isThere) yield report;
  }
}

async function checkWorld(dataFolder: string, store: WorldStore, entry: WorldEntry): Promise<WorldReport> {
  const { worldId } = entry;
  const problems: KeptProblem[] = [];
  const report = { worldId, events: 0, snapshots: 0, torn: null, problems };
  try {
    const path = await pathOfWorld(dataFolder, worldId);
    const checked = await checkSnapshots(store, worldId, path);
    problems.push(...checked.problems);
    const kept = await KeptWorld.open(path, worldId);
    problems.push(...(await checkHistory(kept, store, entry, checked.sound)));
    const { end, horizon, torn, snapshots } = kept;
    return { ...report, events: end - horizon, snapshots: snapshots.length, torn };
  } catch (error) {
    problems.push(problemOf(error));
    return report;
  }
}
