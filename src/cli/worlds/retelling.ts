import { note, type Replayed } from "../../engine/history/chronicle.ts";
import { apply, beforeEverything } from "../../engine/history/replay.ts";
import { fromSnapshot, toSnapshot } from "../../engine/history/world-snapshot.ts";
import { lastPosition, type Position, type Snapshot } from "../../store/world-store.ts";
import type { KeptWorld } from "./kept-world.ts";

export interface Retelling {
  /** Returns the snapshots at the horizon and before it. */
  readonly base: (position: Position) => Promise<Snapshot | null>;
  /** The positions to yield the world at, if they are the end of a commit. */
  readonly places: ReadonlySet<Position>;
  /** Returns the last position at which the history goes back to a place; 0 if it never does. */
  readonly lastRewind: (to: Position) => Position;
  /** Is called with the end of each commit that was read. */
  readonly onReached: (position: Position) => void;
}

/**
 * Replays a world's history from its horizon on and yields the world at some places, in order. Later snapshots are not
 * read: after a rewind, the world is what the replay itself had made of that place.
 */
export async function* retell(kept: KeptWorld, retelling: Retelling): AsyncGenerator<Snapshot> {
  const { base, places, lastRewind, onReached } = retelling;
  // As JSON, because a replay changes the world that it begins with.
  const told = new Map<Position, string>();
  const worldAt = async (position: Position): Promise<Replayed> => {
    const text = told.get(position);
    const snapshot: Snapshot | null = text === undefined ? await base(position) : JSON.parse(text);
    if (snapshot?.position === position) return fromSnapshot(snapshot);
    if (position > 0) throw new Error(`nothing is stored of the position ${position}`);
    return beforeEverything();
  };
  let replayed = await worldAt(kept.horizon);
  for await (const commit of kept.read(kept.horizon, kept.end)) {
    const reached = lastPosition(commit);
    onReached(reached);
    const [event] = commit.events;
    if (event?.type === "WorldRewound") replayed = { ...(await worldAt(event.to)), chronicle: replayed.chronicle };
    note(replayed.chronicle, commit);
    apply(replayed, commit);
    if (!places.has(reached)) continue;
    const text = JSON.stringify(toSnapshot(replayed));
    for (const earlier of told.keys()) if (lastRewind(earlier) <= reached) told.delete(earlier);
    told.set(reached, text);
    yield JSON.parse(text);
  }
}
