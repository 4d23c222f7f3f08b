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
export async function* checkWorlds(stored: StoredWorlds): AsyncGenerator<WorldReport> {
  for (const entry of await stored.store.list()) {
    const report = await lastingReport(stored, entry);
    if (report !== null) yield report;
  }
}

/**
 * Checks a world until it is sound, or one file is damaged twice: what another process removes or replaces at the same
 * time can look like damage, but only once. Returns null if the world is gone.
 */
async function lastingReport({ store, openAgain }: StoredWorlds, entry: WorldEntry): Promise<WorldReport | null> {
  let report = await checkWorld(store, entry);
  while (report.problems.length > 0) {
    const before = report.problems;
    const now = await openAgain();
    if (!(await now.list()).some(({ worldId }) => worldId === entry.worldId)) return null;
    report = await checkWorld(now, entry);
    const lasting = report.problems.filter(({ file }) => before.some((one) => one.file === file));
    if (lasting.length > 0) return { ...report, problems: lasting };
  }
  return report;
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
