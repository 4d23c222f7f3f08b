import { UnusableApplication } from "./unusable.ts";

/** Names one world of a drill, and those of its steps that matter: `41.17.3/0,2,5`. */
export interface WorldSeed {
  readonly seed: number;
  readonly world: number;
  /** The number of the pair that it begins with; null for none. */
  readonly focus: number | null;
  /** The numbers of the steps that are played; all by default. */
  readonly steps?: readonly number[];
}

/** What a drill is drawn from, or one of its worlds. */
export type DrillSeed = Pick<WorldSeed, "seed"> | WorldSeed;

/** Reads the seed of a drill, or of one of its worlds; by default one is drawn. Throws `UnusableApplication`. */
export function parseSeed(text = String(Math.trunc(Math.random() * 2 ** 31))): DrillSeed {
  const [, seed, world, focus, steps] =
    /^(\d{1,10})(?:\.(\d{1,9})\.(\d{1,4}|-)(?:\/((?:\d+(?:,\d+)*)?))?)?$/.exec(text) ?? [];
  if (seed === undefined || Number(seed) > 0x7fff_ffff)
    throw new UnusableApplication(
      `the seed "${text}" is not usable. Allowed is a whole number, or what a drill has printed: 41.17.3/0,2,5.`,
    );
  if (world === undefined) return { seed: Number(seed) };
  const named = { seed: Number(seed), world: Number(world), focus: focus === "-" ? null : Number(focus) };
  return { ...named, ...(steps !== undefined && { steps: steps === "" ? [] : steps.split(",").map(Number) }) };
}

export function seedText({ seed, world, focus, steps }: WorldSeed): string {
  return `${seed}.${world}.${focus ?? "-"}${steps === undefined ? "" : `/${steps.join(",")}`}`;
}

/** Returns the seed that a world is drawn from: neighbours have little in common. */
export function drawnFrom({ seed, world }: WorldSeed): number {
  return (seed ^ Math.imul(world + 1, 0x9e37_79b1)) | 0;
}
