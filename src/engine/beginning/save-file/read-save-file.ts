import { shortened } from "../../../domain/shortened.ts";
import type { Problem } from "../../../spec/problem.ts";
import { type Content, unsealed } from "../../../store/sealed.ts";
import type { SavedPlace } from "../../history/world-snapshot.ts";
import { savedWorldProblem } from "./saved-world-problem.ts";

export interface InvalidSaveFile {
  readonly problems: readonly Problem[];
}

/** Leaves room for the history to continue. */
const MAX_POSITION = 4_503_599_627_370_495;

/** Limits error messages, which may quote damaged content. */
const MAX_REASON_CHARACTERS = 300;

const CHANGED =
  "It was changed after the export, or is damaged. Export it again with `saldo worlds export`. To begin a world differently, write a fixture.";

/**
 * Returns what a parsed save-file says, or why it cannot be used. Only a file with its checksum is accepted. The state is
 * part of the value itself, not a copy.
 */
export function readSaveFile(value: unknown): SavedPlace | InvalidSaveFile {
  const opened = unsealed(unwrapped(value));
  if ("problem" in opened)
    return refused("$", `it ${opened.problem}${opened.problem.includes("checksum") ? `. ${CHANGED}` : ""}`);
  return readContent(opened.content);
}

/** The API answers with a save-file as the member `world` of an object, as it takes it; files have both forms. */
function unwrapped(value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("world" in value)) return value;
  return Object.keys(value).length === 1 ? value.world : value;
}

/** Returns what a save-file says in which `readSaveFile` found nothing wrong, in another thread. */
export function approvedSaveFile(value: object): SavedPlace {
  // The other thread checked the same text.
  const { position, at, state } = unwrapped(value) as SavedPlace;
  return { position, at, state };
}

function readContent({ position, at, state, ...others }: Content): SavedPlace | InvalidSaveFile {
  if (Object.keys(others).length > 0) {
    return refused("$", "only format, checksum, position, at and state are allowed here");
  }
  if (!isBeginning(position)) return refused("$.position", `position must be an integer from 1 to ${MAX_POSITION}`);
  const problem = savedWorldProblem({ at: Number(at), state });
  if (problem !== null) {
    const reason = shortened(problem, MAX_REASON_CHARACTERS);
    return refused("$.state", `no world can continue from it: ${reason}. ${CHANGED}`);
  }
  return approvedSaveFile({ position, at, state });
}

/** A saved world has at least the event that created it. */
function isBeginning(value: unknown): value is number {
  return typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= MAX_POSITION;
}

function refused(at: string, message: string): InvalidSaveFile {
  return { problems: [{ at, message }] };
}
