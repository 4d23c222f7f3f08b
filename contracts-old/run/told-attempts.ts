import type { Attempt } from "./hook.ts";
import type { Tried } from "./listeners.ts";
import type { Run } from "./run.ts";

/** An attempt, and when it came by the target's clock; only the differences mean anything. */
export interface TimedAttempt {
  readonly attempt: Attempt;
  readonly atMs: number;
}

export interface RetryStory {
  /** What a webhook got of the first event in so much time; where that is waited for, no longer than until so many came. */
  first(run: Run, name: Tried, withinMs: number, enough?: number): Promise<readonly TimedAttempt[]>;
  /** What it got of a second event, that took place when a delivery of the first had failed for good. */
  second(run: Run, name: Tried): Promise<readonly Attempt[]>;
}

/** All five attempts have been made by then, even if each wait is half as long again as it should be. */
export const allAttemptsMs = 1.5 * 75_000;

/** A sixth attempt, if there were one, would have been made by then. */
export const sixthAttemptMs = 1.15 * (75_000 + 80_000);

/** What came for the contract that told a story is evidence for whoever looks at it, too. */
export async function witnessed(looking: Run, told: Run, attempts: readonly Attempt[]): Promise<readonly Attempt[]> {
  if (looking.clause.id === told.clause.id) return attempts;
  for (const { at, headers, body } of attempts) {
    await looking.desk.delivered({ at, headers, body: body.toString(), answered: null });
  }
  return attempts;
}
