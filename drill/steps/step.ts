import fc, { type Arbitrary } from "fast-check";
import type { DrillStage } from "../stage.ts";

/** Does something in a world. Returns a sentence about it, or null if there was nothing to do it to. */
export type Step = (stage: DrillStage) => Promise<string | null>;

/** A kind of step, and how often it is drawn beside others; with the weight 0 never. */
export interface StepKind {
  readonly weight: number;
  readonly arbitrary: Arbitrary<Step>;
}

/** Returns a kind of step. `play` gets what was drawn. */
export function kind<T>(
  weight: number,
  drawn: Arbitrary<T>,
  play: (stage: DrillStage, drawn: T) => Promise<string | null>,
): StepKind {
  return { weight, arbitrary: drawn.map((one) => (stage) => play(stage, one)) };
}

/** Returns steps that are one, told in one text. */
export function inTurn(...steps: readonly Step[]): Step {
  return async (stage) => {
    const told: (string | null)[] = [];
    for (const step of steps) told.push(await step(stage));
    return told.filter(Boolean).join(" ") || null;
  };
}

/** Draws nothing. */
export const nothing = fc.constant(null);

/** Which of the things that there are; the oldest first. */
export const nth = fc.nat({ max: 5 });

/** Returns the chosen one, or undefined of none. */
export function chosen<T>(all: readonly T[], index: number): T | undefined {
  return all[index % Math.max(1, all.length)];
}
