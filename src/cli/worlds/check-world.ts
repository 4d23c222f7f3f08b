import type { Position, WorldEntry, WorldId, WorldStore } from "../../store/world-store.ts";
import { checkHistory } from "./check-history.ts";
import { type KeptWorld, keptWorld } from "./kept-world.ts";
import { damage, type KeptProblem, problemOf, stateFlaw } from "./problem.ts";
import type { StoredWorlds } from "./stored-worlds.ts";

/** What a check has found of a world. It is sound when there are no problems. */
export interface WorldReport extends Pick<KeptWorld, "torn"> {
  readonly worldId: WorldId;
  readonly events: number;
  readonly snapshots: number;
  readonly problems: readonly KeptProblem[];
}

/** Checks every world of a store, whatever is wrong with the others, and changes nothing. */
export async function* checkWorlds({ store, openAgain }: StoredWorlds): AsyncGenerator<WorldReport> {
  for (const entry of await store.list()) {
    let report = await checkWorld(store, entry);
    if (report.problems.length > 0) {
      // What another process removes at the same time can look like damage; but what is damaged is so the second time, too.
      const now = await openAgain();
      if (!(await now.list()).some(({ worldId }) => worldId === entry.worldId)) continue;
      report = await checkWorld(now, entry);
    }
    yield report;
  }
}

async function checkWorld(store: WorldStore, entry: WorldEntry): Promise<WorldReport> {
  const { worldId } = entry;
  const problems: KeptProblem[] = [];
  const report = { worldId, events: 0, snapshots: 0, torn: null, problems };
  try {
    const sound = await checkSnapshots(store, worldId, problems);
    const kept = await keptWorld(store, worldId);
    problems.push(...(await checkHistory(kept, store, entry, sound)));
    const { end, horizon, torn, snapshots } = kept;
    return { ...report, events: end - horizon, snapshots: snapshots.length, torn };
  } catch (error) {
    problems.push(problemOf(error));
    return report;
  }
}

/**
 * Checks every snapshot of a world by itself, one after the other, because each may be large. Returns the positions of
 * those that are as they were written, and could be a world.
 */
async function checkSnapshots(
  store: WorldStore,
  worldId: WorldId,
  problems: KeptProblem[],
): Promise<ReadonlySet<Position>> {
  const sound = new Set<Position>();
  for (const position of await store.snapshots(worldId)) {
    try {
      const snapshot = await store.snapshot(worldId, position);
      // Another process may have replaced it by another one since.
      if (snapshot?.position !== position) continue;
      const what = stateFlaw(snapshot);
      if (what === null) sound.add(position);
      else problems.push(damage(store.snapshotPlace(worldId, position), what));
    } catch (error) {
      problems.push(problemOf(error));
    }
  }
  return sound;
}
