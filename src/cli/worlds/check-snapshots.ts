import { savedWorldProblem } from "../../engine/beginning/save-file/saved-world-problem.ts";
import { snapshotFile } from "../../store/lowdb/snapshot-folder.ts";
import type { Position, Snapshot, WorldId, WorldStore } from "../../store/world-store.ts";
import { damage, type KeptProblem, problemOf } from "./problem.ts";

export interface CheckedSnapshots {
  /** Those that are as they were written, and could be a world. */
  readonly sound: ReadonlySet<Position>;
  readonly problems: readonly KeptProblem[];
}

/** Looks at every snapshot of a world by itself, one after the other, as each may be large. */
export async function checkSnapshots(
  store: Pick<WorldStore, "snapshots" | "snapshot">,
  worldId: WorldId,
  path: string,
): Promise<CheckedSnapshots> {
  const sound = new Set<Position>();
  const problems: KeptProblem[] = [];
  for (const position of await store.snapshots(worldId)) {
    try {
      const snapshot = await store.snapshot(worldId, position);
      // Another process may have removed it meanwhile, when another one is in its place.
      if (snapshot?.position !== position) continue;
      const what = stateFlaw(snapshot);
      if (what === null) sound.add(position);
      else problems.push(damage(snapshotFile(path, position), what));
    } catch (error) {
      problems.push(problemOf(error));
    }
  }
  return { sound, problems };
}

/** Why what a snapshot says cannot be a world; null when it can. */
export function stateFlaw(snapshot: Snapshot): string | null {
  const problem = savedWorldProblem(snapshot);
  return problem === null ? null : `no world can go on from it: ${problem}`;
}
