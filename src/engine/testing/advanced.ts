import { type AdvanceOutcome, type AdvanceTarget, advance } from "../advance.ts";
import type { LiveWorld } from "../world/live-world.ts";

export type Advanced = Extract<AdvanceOutcome, { type: "clock-advanced" }>;

/** An advance that is expected to get where it was sent. */
export async function advanced(world: LiveWorld, target: AdvanceTarget): Promise<Advanced> {
  const outcome = await advance(world, target);
  if (outcome.type !== "clock-advanced") throw new Error(JSON.stringify(outcome));
  return outcome;
}
