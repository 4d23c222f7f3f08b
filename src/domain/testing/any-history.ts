import fc from "fast-check";
import { anyMove } from "./any-move.ts";
import { storyOfMoves } from "./any-story.ts";
import type { Move } from "./moves.ts";

/** A random history, mostly of single moves that have nothing to do with each other. */
export const anyHistory: fc.Arbitrary<Move[]> = fc
  .array(fc.oneof({ weight: 25, arbitrary: anyMove.map((move) => [move]) }, { weight: 12, arbitrary: storyOfMoves }), {
    minLength: 8,
    maxLength: 40,
    size: "max",
  })
  .map((parts) => parts.flat());
