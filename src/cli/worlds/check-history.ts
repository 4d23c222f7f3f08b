import { note, type Replayed } from "../../engine/history/chronicle.ts";
import { apply, beforeEverything } from "../../engine/history/replay.ts";
import { fromSnapshot, type SavedState, toSnapshot } from "../../engine/history/world-snapshot.ts";
import { jsonPath } from "../../spec/fixture-place.ts";
import { Damaged, missing, missingBefore } from "../../store/damaged.ts";
import {
  lastPosition,
  type Position,
  type Snapshot,
  type WorldEntry,
  type WorldStore,
} from "../../store/world-store.ts";
import { firstDifference } from "./first-difference.ts";
import type { KeptWorld } from "./kept-world.ts";
import { damage, type KeptProblem, problemOf, stateFlaw } from "./problem.ts";

/** A place that one can go back to, or went back to, and in words what it is. */
type Needed = readonly [position: Position, what: string];

/** Where the history goes back to after a position, each with the positions from which it does. */
type RewindTargets = ReadonlyMap<Position, readonly Position[]>;

/**
 * Replays all that is kept of a world's history, abandoned branches too, and compares it with the snapshots. `sound`:
 * those that could be read; what is wrong with the others was told already.
 */
export async function checkHistory(
  kept: KeptWorld,
  store: WorldStore,
  { worldId, beginning }: WorldEntry,
  sound: ReadonlySet<Position>,
): Promise<readonly KeptProblem[]> {
  const { horizon, snapshots } = kept;
  const fileOf = (position: Position) => store.snapshotPlace(worldId, position);
  const isLost = (position: Position) => position > 0 && position <= horizon && !snapshots.includes(position);
  if (isLost(horizon)) return [damage(fileOf(horizon), missingBefore(horizon))];
  const lost = (places: readonly Needed[]) =>
    places.filter(([position]) => isLost(position)).map(([position, what]) => damage(fileOf(position), missing(what)));

  const targets = await rewindTargets(kept, horizon);
  const problems = lost([
    [beginning, "the beginning of the world"],
    ...Array.from(targets.keys(), (to): Needed => [to, "a place that the world went back to"]),
  ]);
  const isTold = (position: Position) => position > horizon || position === 0 || sound.has(position);
  if (problems.length > 0 || ![horizon, ...targets.keys()].every(isTold)) return problems;

  const snapshotOf = (position: Position) => store.snapshot(worldId, position);
  let reached = horizon;
  const onReached = (position: Position) => {
    reached = position;
  };
  const untold = new Set([...sound].filter((position) => position > horizon && position <= kept.end));
  try {
    const places = new Set([...sound, ...targets.keys(), kept.end]);
    for await (const told of retell(kept, snapshotOf, places, targets, onReached)) {
      const place = told.position;
      const snapshot = untold.delete(place) ? await snapshotOf(place) : null;
      const what = snapshot?.position === place ? differenceOf(told, snapshot) : null;
      if (what !== null) problems.push(damage(fileOf(place), what));
      if (place !== kept.end) continue;
      const flaw = stateFlaw(told);
      if (flaw !== null) problems.push(damage(kept.journalFile(place), `what the history makes of the world: ${flaw}`));
      problems.push(...lost(bookmarksOf(told)));
    }
  } catch (error) {
    return [...problems, retellingProblem(error, kept, reached)];
  }
  const within = "its position is in the midst of what one command did";
  return [...problems, ...Array.from(untold, (place) => damage(fileOf(place), within))];
}

/**
 * Replays a world's history from its horizon on and yields the world at those places that are the end of a commit, in
 * order. `base` returns the snapshots at the horizon and before it. Later ones are not read: after a rewind, the world is
 * what the replay itself had made of that place.
 */
async function* retell(
  kept: KeptWorld,
  base: (position: Position) => Promise<Snapshot | null>,
  places: ReadonlySet<Position>,
  targets: RewindTargets,
  onReached: (position: Position) => void,
): AsyncGenerator<Snapshot> {
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
    for (const earlier of told.keys()) if ((targets.get(earlier)?.at(-1) ?? 0) <= reached) told.delete(earlier);
    told.set(reached, text);
    yield JSON.parse(text);
  }
}

async function rewindTargets(kept: KeptWorld, after: Position): Promise<RewindTargets> {
  const targets = new Map<Position, Position[]>();
  for await (const { first, events } of kept.read(after, kept.end)) {
    const [event] = events;
    if (event?.type !== "WorldRewound") continue;
    targets.set(event.to, [...(targets.get(event.to) ?? []), first]);
  }
  return targets;
}

/** What the clock is tied to is left out: after an advance no fact says it. So are rewinds, which may be forgotten. */
function differenceOf(told: Snapshot, snapshot: Snapshot): string | null {
  const place = firstDifference(compared(told), compared(snapshot), ["state"]);
  if (place === null) return null;
  return `it is not what the history makes of the world, first at ${jsonPath(place)}`;
}

function compared({ state }: Snapshot): object {
  // Both were made by `toSnapshot`, or were parsed as what it makes.
  const { world, chronicle } = state as SavedState;
  const { rewinds: _, ...rest } = chronicle;
  return { world, chronicle: rest };
}

function bookmarksOf({ state }: Snapshot): Needed[] {
  const { chronicle } = state as SavedState;
  return chronicle.bookmarks.map(({ name, position }) => [position, `the bookmark ${JSON.stringify(name)}`]);
}

/** Either the disk fails, or facts that were kept as they were written cannot have happened. */
function retellingProblem(error: unknown, kept: KeptWorld, reached: Position): KeptProblem {
  const isOfDisk =
    error instanceof Damaged || (error instanceof Error && ("code" in error || error.cause !== undefined));
  if (isOfDisk) return problemOf(error);
  return damage(
    kept.journalFile(reached),
    `what happened up to position ${reached} cannot be: ${problemOf(error).what}`,
  );
}
