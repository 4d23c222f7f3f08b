import { LowdbStore } from "../../store/lowdb/lowdb-store.ts";
import type { TornTail } from "../../store/lowdb/open-journal.ts";
import type { Commit, Position, WorldId, WorldStore } from "../../store/world-store.ts";

/** A world in its store. In a folder every line of its journal was read once, and its snapshots were only counted. */
export interface KeptWorld {
  /** The positions of its snapshots, in ascending order. */
  readonly snapshots: readonly Position[];
  /** What was never acknowledged, and is cut off when the folder is opened to write to it. */
  readonly torn: TornTail | null;
  /** The position from which all is there, and where a snapshot must be; 0 when nothing is forgotten. */
  readonly horizon: Position;
  readonly end: Position;
  readonly read: (after: Position, upTo: Position) => AsyncIterable<Commit>;
  /** Returns where the event at a position is, for people: a file of the journal, if there are files. */
  readonly journalFile: (position: Position) => string;
}

/** Changes nothing. Rejects with `Damaged`, `NewerFormat` or `UnknownWorld`. */
export async function keptWorld(store: WorldStore, worldId: WorldId): Promise<KeptWorld> {
  const journal = store instanceof LowdbStore ? await store.journal(worldId) : null;
  return {
    snapshots: await store.snapshots(worldId),
    torn: journal?.torn ?? null,
    horizon: await store.horizon(worldId),
    end: journal?.last.end ?? (await store.nextHorizon(worldId, Number.MAX_SAFE_INTEGER)),
    read: (after, upTo) => store.read(worldId, after, upTo),
    journalFile: (position) =>
      journal?.pathAt(position) ?? store.snapshotPlace(worldId, position).replace("table snapshot", "table entry"),
  };
}
