import type { Seen } from "../../model/seen.ts";
import { type Clause, clause, type Said } from "../clause.ts";

/** A clause about what the platform's document leaves open. What its rule returns, if anything, is only observed. */
export function assumption(
  said: Omit<Said, "kind"> & {
    readonly covers: readonly string[];
    readonly judge?: (seen: Seen) => readonly string[] | undefined;
  },
): Clause {
  return clause({ ...said, kind: "assumption" });
}

/** One about how the target behaves, named after its key of `x-behaviours`. */
export function behaviour(
  said: Omit<Said, "kind" | "covers"> & { readonly judge: (seen: Seen) => readonly string[] },
): Clause {
  return assumption({ ...said, covers: [said.id.replace("behaviour.", "x-behaviours/")] });
}
