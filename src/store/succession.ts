import { type Commit, Conflict, lastPosition, type Position, type WorldId } from "./world-store.ts";

/**
 * Returns where a history ends after commits are appended. Throws a `Conflict` if the history does not end at `after`.
 * Commits that do not follow one another could never be read again and are a bug of the caller.
 */
export function endAfter(id: WorldId, end: Position, after: Position, commits: readonly Commit[]): Position {
  if (end !== after) throw new Conflict(`the history of ${id} ends at ${end}, not at ${after}`);
  return commits.reduce((position, commit) => {
    if (commit.first !== position + 1 || commit.events.length === 0) {
      throw new RangeError(
        `a commit of ${id} with ${commit.events.length} events from ${commit.first} on cannot follow ${position}`,
      );
    }
    return lastPosition(commit);
  }, after);
}

/** Throws unless history may be forgotten up to a position: a later snapshot must remain to replace it. */
export function assertReplaceable(
  id: WorldId,
  upTo: Position,
  snapshots: readonly Position[],
  keep: ReadonlySet<Position>,
): void {
  if (upTo === 0 || snapshots.some((position) => position >= upTo && keep.has(position))) return;
  throw new RangeError(`the history of ${id} cannot be forgotten up to ${upTo}: no snapshot at or after it is kept`);
}
