import { type Commit, lastPosition, type Position } from "../world-store.ts";

/** Commits beyond this many characters go into another entry, so that one can be read in little time. */
const MAX_ENTRY_CHARACTERS = 512 * 1024;

/** Several commits of one world that are appended and read together. */
export interface Entry {
  readonly first: Position;
  readonly last: Position;
  /** A line of JSON for each commit. */
  readonly body: string;
}

/** Returns the entries for commits that follow one another. */
export function entriesOf(commits: readonly Commit[]): readonly Entry[] {
  const entries: Entry[] = [];
  let lines: string[] = [];
  let characters = 0;
  let first: Position | null = null;
  for (const [i, commit] of commits.entries()) {
    const { at, events, wall } = commit;
    const line = JSON.stringify({ first: commit.first, at, events, wall });
    first ??= commit.first;
    lines.push(line);
    characters += line.length;
    if (characters < MAX_ENTRY_CHARACTERS && i < commits.length - 1) continue;
    entries.push({ first, last: lastPosition(commit), body: lines.join("\n") });
    lines = [];
    characters = 0;
    first = null;
  }
  return entries;
}

/** Returns the commits of a body that `entriesOf` made. */
export function commitsOf(body: string): readonly Commit[] {
  return body === "" ? [] : body.split("\n").map((line): Commit => JSON.parse(line));
}
