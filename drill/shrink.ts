import { chosenSteps, type WorldPlan } from "./plan.ts";
import type { PlayedWorld } from "./play-world.ts";

/**
 * Returns the numbers of those steps without any of which the books no longer differ. The last ones are left out first:
 * most of what comes after a mistake has no part in it.
 */
export async function shrunk<App>(
  plan: WorldPlan<App>,
  play: (plan: WorldPlan<App>) => Promise<PlayedWorld>,
  signal: AbortSignal | undefined,
): Promise<readonly number[]> {
  let kept = plan.steps.map((_, index) => index);
  for (let size = Math.ceil(kept.length / 2), before = -1; before !== kept.length; size = Math.ceil(size / 2)) {
    // The last size is 1, again and again until nothing more can be left out.
    before = size > 1 ? -1 : kept.length;
    for (let end = kept.length; end > 0 && signal?.aborted !== true; end -= size) {
      const fewer = kept.toSpliced(Math.max(0, end - size), Math.min(size, end));
      const { differences } = await play(chosenSteps(plan, fewer));
      if (differences.length > 0) kept = fewer;
    }
  }
  return kept;
}
