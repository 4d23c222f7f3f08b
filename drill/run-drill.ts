import { SaldoClient, type SaldoWorld } from "../src/client/saldo-client.ts";
import type { Application } from "./application.ts";
import type { Difference } from "./books/difference.ts";
import { type CountedPair, Pairs, pairTable } from "./pairs.ts";
import { chosenSteps, planner, type WorldPlan } from "./plan.ts";
import type { PlanChoice } from "./plan-choice.ts";
import { DrillWorlds, playWorld } from "./play-world.ts";
import { quickFetch } from "./quick-fetch.ts";
import type { WorldSeed } from "./seed.ts";
import { shrunk } from "./shrink.ts";
import { type DrillStory, tellStory } from "./story.ts";
import { UnusableApplication } from "./unusable.ts";

/** How long a drill is, and what it draws. */
export interface DrillChoice extends PlanChoice {
  readonly seed: number | WorldSeed;
  /** Seconds of the machine's time. */
  readonly seconds: number;
  readonly worlds: number;
  readonly signal?: AbortSignal | undefined;
  readonly onWorld?: ((worlds: number) => void) | undefined;
  /** Gets the world of the difference, which is not deleted. */
  readonly keep?: ((world: SaldoWorld) => Promise<void>) | undefined;
}

/** What a drill has found. */
export interface Drilled {
  readonly seed: number;
  readonly worlds: number;
  readonly durationMs: number;
  /** Each pair that there is, and how often it was met. */
  readonly pairs: readonly CountedPair[];
  readonly found: Found | null;
}

export interface Found {
  readonly differences: readonly Difference[];
  readonly story: DrillStory;
  /** Clauses about callers that the calls of that world break, with what to do. */
  readonly conduct: readonly string[];
  /** Repeats it. */
  readonly seed: WorldSeed;
  /** Whether the same seed told the same story again. */
  readonly isRepeatable: boolean;
  /** How long it took until the difference was there. */
  readonly foundMs: number;
}

/** Plays worlds until the books of one differ, or the time is over. Throws `UnusableApplication`. */
export async function runDrill<App, All>(
  application: Application<App, All>,
  choice: DrillChoice,
  sandbox: SaldoClient,
): Promise<Drilled> {
  const startedAt = performance.now();
  const elapsedMs = () => performance.now() - startedAt;
  const pairs = new Pairs();
  await using quick = quickFetch(sandbox);
  const { url, apiKey } = sandbox;
  const worlds = new DrillWorlds(
    new SaldoClient({ url, apiKey, fetch: quick.fetch }),
    application.world ?? "no-retention",
    choice.preset,
  );
  const one = typeof choice.seed === "number" ? null : choice.seed;
  const seed = typeof choice.seed === "number" ? choice.seed : choice.seed.seed;
  const most = one === null ? choice.worlds : 1;
  const isOver = () => choice.signal?.aborted === true || elapsedMs() >= choice.seconds * 1_000;
  const draw = planner(application, choice);
  let played = 0;
  // The worlds without calls by hand: there all calls are the application's, but for the drill's own webhook.
  const own = { worlds: 0, calls: 0 };
  let found: Found | null = null;
  while (found === null && played < most && !isOver()) {
    // Every other world is free, so that steering hides nothing.
    const focus = played % 2 === 0 ? null : pairs.steered(played >> 1);
    const named = one ?? { seed, world: played, focus };
    const plan = draw(named);
    const { requests, deliveries, differences, hasCallsByHand } = await playWorld(application, plan, worlds);
    pairs.learn(requests, deliveries);
    if (!hasCallsByHand) {
      own.worlds += 1;
      own.calls += requests.filter(({ operationId }) => operationId !== "createWebhook").length;
    }
    played += 1;
    choice.onWorld?.(played);
    if (differences.length > 0)
      found = await foundIn({ application, worlds, choice, elapsedMs }, plan, named, differences);
  }
  if (own.calls === 0 && own.worlds > 0)
    throw new UnusableApplication(
      `in ${own.worlds} worlds the application made no call to the platform. Give it the address that "begin" gets (SALDO_URL).`,
    );
  return { seed, worlds: played, durationMs: elapsedMs(), pairs: pairTable(pairs, await sandbox.coverage()), found };
}

interface Drilling<App, All> {
  readonly application: Application<App, All>;
  readonly worlds: DrillWorlds;
  readonly choice: DrillChoice;
  readonly elapsedMs: () => number;
}

/** Shrinks a plan after which the books differ, and tells its story. */
async function foundIn<App, All>(
  { application, worlds, choice, elapsedMs }: Drilling<App, All>,
  plan: WorldPlan<App>,
  named: WorldSeed,
  differences: readonly Difference[],
): Promise<Found> {
  const foundMs = elapsedMs();
  const steps = await shrunk(plan, (shorter) => playWorld(application, shorter, worlds), choice.signal);
  const told = await tellStory(application, chosenSteps(plan, steps), worlds, choice.keep);
  const last = named.steps === undefined ? steps : steps.flatMap((index) => named.steps?.[index] ?? []);
  return {
    ...told,
    // Told again they may be gone, where the application depends on more than its world.
    differences: told.differences.length > 0 ? told.differences : differences,
    seed: { ...named, steps: last },
    isRepeatable: told.differences.length > 0,
    foundMs,
  };
}
