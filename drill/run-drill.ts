import type { SaldoClient, SaldoWorld, WorldOrder } from "../src/client/saldo-client.ts";
import { Activity } from "./activity.ts";
import type { AnyApplication } from "./application.ts";
import { type CountedPair, Pairs, pairTable } from "./pairs.ts";
import { chosenSteps, planner, type WorldPlan } from "./plan.ts";
import { DrillWorlds } from "./play-world.ts";
import type { DrillSeed, WorldSeed } from "./seed.ts";
import type { ActChoice } from "./steps/acts.ts";
import { type Found, tellStory } from "./story.ts";

/** How long a drill is, and what it draws. */
export interface DrillChoice extends ActChoice {
  readonly seed: DrillSeed;
  /** Seconds of the machine's time; 10 by default in a test, 60 on the command line. */
  readonly seconds: number;
  /** The most worlds; any number by default. */
  readonly worlds?: number | undefined;
  /** The name of a preset that each world begins with. */
  readonly preset?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Gets each world as it is made, for one that is not waited for. */
  readonly onMade?: ((world: Promise<SaldoWorld>) => void) | undefined;
  readonly onWorld?: ((worlds: number) => void) | undefined;
  /** Gets how many steps are left of a world whose books differ, each time before some are left out. */
  readonly onLeft?: ((steps: number) => void) | undefined;
  /** Gets the world of the difference, which is not deleted. */
  readonly keep?: ((world: SaldoWorld) => Promise<void>) | undefined;
}

/** What a drill has seen. */
export interface Drilled {
  readonly seed: number;
  readonly worlds: number;
  readonly durationMs: number;
  /** Each pair that there is, and how often it was met. */
  readonly pairs: readonly CountedPair[];
  readonly found: Found | null;
  /** Totals that the books leave out, which were not compared. */
  readonly untold: readonly string[];
}

/** Plays worlds until the books of one differ, or the time is over. Throws `UnusableApplication`. */
export async function runDrill(
  application: AnyApplication,
  choice: DrillChoice,
  sandbox: SaldoClient,
): Promise<Drilled> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const make = (order: WorldOrder) => {
    const world = sandbox.world(order);
    choice.onMade?.(world);
    return world;
  };
  const worlds = new DrillWorlds(application, make, choice.preset);
  const pairs = new Pairs(application.receiver !== undefined);
  const draw = planner(application, choice);
  const { seed } = choice.seed;
  const one = "world" in choice.seed ? choice.seed : null;
  const most = one === null ? (choice.worlds ?? Number.POSITIVE_INFINITY) : 1;
  const isOver = () => choice.signal?.aborted === true || elapsedMs() >= choice.seconds * 1_000;
  let played = 0;
  const activity = new Activity();
  let found: Found | null = null;
  let untold: readonly string[] = [];
  while (found === null && played < most && !isOver()) {
    // Every other world is free, so that steering hides nothing.
    const focus = played % 2 === 0 ? null : pairs.steered(played >> 1);
    const named: WorldSeed = one ?? { seed, world: played, focus };
    const plan = draw(named);
    const world = await worlds.play(plan);
    const { differences } = world;
    untold = world.untold;
    pairs.learn(world.requests, world.deliveries);
    activity.learn(world);
    played += 1;
    choice.onWorld?.(played);
    if (differences.length === 0) continue;
    const foundMs = elapsedMs();
    const steps = await neededSteps(worlds, plan, choice);
    const told = await tellStory(worlds, chosenSteps(plan, steps), choice.keep);
    const isRepeatable = told.differences.length > 0;
    found = {
      ...told,
      // Told again they may be gone, where the application depends on more than its world.
      differences: isRepeatable ? told.differences : differences,
      seed: { ...named, steps: steps.map((index) => named.steps?.[index] ?? index) },
      isRepeatable,
      foundMs,
    };
  }
  // An act that always fails is a reason why the platform is never called.
  if (found === null) activity.mustSucceed();
  activity.mustCall();
  if (found === null) activity.mustTake();
  const table = pairTable(pairs, await sandbox.coverage());
  return { seed, worlds: played, durationMs: elapsedMs(), pairs: table, found, untold };
}

/**
 * Returns the numbers of those steps without any of which the books no longer differ. The last ones are left out first:
 * most of what comes after a mistake has no part in it.
 */
async function neededSteps(
  worlds: DrillWorlds,
  plan: WorldPlan,
  { signal, onLeft }: DrillChoice,
): Promise<readonly number[]> {
  let kept = plan.steps.map((_, index) => index);
  for (let size = Math.ceil(kept.length / 2), before = -1; before !== kept.length; size = Math.ceil(size / 2)) {
    // The last size is 1, again and again until nothing more can be left out.
    before = size > 1 ? -1 : kept.length;
    for (let end = kept.length; end > 0 && signal?.aborted !== true; end -= size) {
      onLeft?.(kept.length);
      const fewer = kept.toSpliced(Math.max(0, end - size), Math.min(size, end));
      const { differences } = await worlds.play(chosenSteps(plan, fewer));
      if (differences.length > 0) kept = fewer;
    }
  }
  return kept;
}
