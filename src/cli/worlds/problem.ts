import { savedWorldProblem } from "../../engine/beginning/save-file/saved-world-problem.ts";
import { Damaged } from "../../store/damaged.ts";
import type { Snapshot } from "../../store/world-store.ts";
import { reasonOf } from "../user-error.ts";

/** Why a world is not as it should be, or could not be looked at; `file` is null where `what` names it. */
export interface KeptProblem {
  readonly kind: "damaged" | "unread";
  readonly file: string | null;
  /** Counted from 1, where the file has lines. */
  readonly line: number | null;
  readonly what: string;
}

export function damage(file: string, what: string): KeptProblem {
  return { kind: "damaged", file, line: null, what };
}

/** Returns what has prevented reading: damage, or that the disk or this Saldo cannot do it. */
export function problemOf(error: unknown): KeptProblem {
  if (error instanceof Damaged) return { kind: "damaged", file: error.file, line: error.line, what: error.what };
  return { kind: "unread", file: null, line: null, what: reasonOf(error) };
}

export function placeAndProblem({ file, line, what }: KeptProblem): string {
  if (file === null) return what;
  return `${file}${line === null ? "" : `, line ${line}`}: ${what}`;
}

/** Returns why what a snapshot says cannot be a world; null when it can. */
export function stateFlaw(snapshot: Snapshot): string | null {
  const problem = savedWorldProblem(snapshot);
  return problem === null ? null : `no world can continue from it: ${problem}`;
}
