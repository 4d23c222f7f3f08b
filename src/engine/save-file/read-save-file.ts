import { type Content, unsealed } from "../../store/sealed.ts";
import type { SaveFileProblem } from "./parse-saved-state.ts";
import type { SavedPlace } from "./saved-state.ts";

export interface InvalidSaveFile {
  /** At least one, at most 20. */
  readonly problems: readonly SaveFileProblem[];
}

/** Bounded so that there is always room for a history to go on. */
const lastBeginning = 4_503_599_627_370_495;

/**
 * Takes a save-file that is parsed already, whoever wrote it. The state is part of the value itself, not a copy. Problems
 * carry a JSON path.
 */
export async function readSaveFile(value: unknown): Promise<SavedPlace | InvalidSaveFile> {
  const opened = unsealed(value, true);
  if ("problem" in opened) return refused("$", `it ${opened.problem}${hint(opened)}`);
  return readContent(opened.content);
}

/** Takes a save-file that `readSaveFile` has found nothing wrong with in another thread. */
export function approvedSaveFile(value: object): SavedPlace {
  // It is the same text that was checked there.
  const { position, at, state } = value as SavedPlace;
  return { position, at, state };
}

async function readContent({ position, at, state, ...others }: Content): Promise<SavedPlace | InvalidSaveFile> {
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) return refused("$", "only format, checksum, position, at and state are allowed here");
  if (!isBeginning(position)) return refused("$.position", `position must be an integer from 1 to ${lastBeginning}`);
  // Seldom needed: a start need not load all that a foreign world is checked with.
  const { parseSavedState } = await import("./parse-saved-state.ts");
  const parsed = parseSavedState(state, ["state"]);
  if ("problems" in parsed) return parsed;
  if (at !== parsed.state.world.at) return refused("$.at", "at must be what the world's own at is");
  return { position, at, state: parsed.state };
}

/** What has been saved has a history, if only that it was made. */
function isBeginning(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= lastBeginning;
}

function hint({ problem }: { problem: string }): string {
  return problem.includes("checksum") ? "; leave the checksum out of a file that was changed on purpose" : "";
}

function refused(at: string, message: string): InvalidSaveFile {
  return { problems: [{ at, message }] };
}
