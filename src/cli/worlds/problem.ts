import { Damaged } from "../../store/damaged.ts";

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

/** What has kept something from being read: damage, or that the disk or this Saldo cannot do it. */
export function problemOf(error: unknown): KeptProblem {
  if (error instanceof Damaged) return { kind: "damaged", file: error.file, line: error.line, what: error.what };
  return { kind: "unread", file: null, line: null, what: error instanceof Error ? error.message : String(error) };
}
