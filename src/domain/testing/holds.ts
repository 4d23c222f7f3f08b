import fc from "fast-check";
import { it } from "vitest";
import { effort } from "../../../test/effort.ts";
import { anyHistory } from "./any-history.ts";
import type { Move } from "./moves.ts";

export const seeds = fc.string({ minLength: 1, maxLength: 12 });

/** Something that is true of any history; a failure prints the seed and the shortest history that shows it. */
export function holds(what: string, check: (seed: string, moves: readonly Move[]) => void, numRuns = 30): void {
  it(what, () => fc.assert(fc.property(seeds, anyHistory, check), { numRuns: numRuns * effort }));
}
