import fc, { type Arbitrary } from "fast-check";
import type { DrillStage } from "../stage.ts";

/** Does something in a world. Returns a sentence about it, or null if there was nothing to do it to. */
export type Step<App> = (stage: DrillStage<App>) => Promise<string | null>;

/** A kind of step, and how often it is drawn beside others. */
export interface StepKind<App = unknown> {
  readonly weight: number;
  readonly arbitrary: Arbitrary<Step<App>>;
}

/** Returns a kind of step. `play` gets what was drawn. */
export function kind<T>(
  weight: number,
  drawn: Arbitrary<T>,
  play: (stage: DrillStage<unknown>, drawn: T) => Promise<string | null>,
): StepKind {
  return { weight, arbitrary: drawn.map((one) => (stage) => play(stage, one)) };
}

/** Which of the things that there are; the oldest first. */
export const nth = fc.nat({ max: 5 });

/** Returns the chosen one, or undefined of none. */
export function chosen<T>(all: readonly T[], index: number): T | undefined {
  return all[index % Math.max(1, all.length)];
}

/** Names of people and references as they come in life. */
export const names = fc.constantFrom(
  "Ana",
  "João Conceição",
  "Zoë Müller",
  "李雷",
  "Ana 🎂 Festas",
  `Bar "do Zé" & D'Ávila`,
);
