import type { Seen } from "../../model/seen.ts";
import { type Clause, clause, type Said } from "../clause.ts";
import { NOT_SHOWN, NotJudged } from "../judging.ts";

interface Assumed<One> extends Omit<Said, "kind"> {
  readonly covers: readonly string[];
  /** What is looked at beside the nodes. */
  readonly those?: (seen: Seen) => readonly One[];
  /** What differs in one of them, each difference told once. */
  readonly differs?: (one: One, seen: Seen) => Difference | readonly Difference[];
}

type Difference = string | false | undefined;

/** A clause about what the platform's document leaves open. What differs is only observed. */
export function assumption<One>({ those, differs, ...said }: Assumed<One>): Clause {
  const observed = (seen: Seen) => {
    const items = those?.(seen) ?? [];
    if (items.length === 0) throw new NotJudged(NOT_SHOWN);
    return [...new Set(items.flatMap((one) => [differs?.(one, seen)].flat().flatMap((told) => told || [])))];
  };
  return clause({ ...said, kind: "assumption", ...(those !== undefined && { judge: observed }) });
}

/** One about how the target behaves, named after its key of `x-behaviours`. */
export function behaviour<One>(said: Omit<Assumed<One>, "covers">): Clause {
  return assumption({ ...said, covers: [said.id.replace("behaviour.", "x-behaviours/")] });
}
