import { Account } from "./account.ts";
import { accountStory } from "./account-story.ts";
import type { Clock } from "./clock.ts";
import type { Attempt } from "./hook.ts";
import { answersTried, type Listeners, openListeners, type Tried } from "./listeners.ts";
import { occur } from "./occasion.ts";
import type { Run } from "./run.ts";
import { allAttemptsMs, type RetryStory, witnessed } from "./told-attempts.ts";

/**
 * What became of an event that several webhooks were told of, each of which answers in its own way: it is told once, and
 * many contracts look at it.
 */
export async function retryStory(run: Run, neededMs = allAttemptsMs): Promise<RetryStory> {
  if (run.offers("control-plane")) return run.once("retries", () => toldInWorld(run));
  // Money must not be spent only to find that there is no time to see what becomes of it.
  run.clock.require(Math.min(neededMs, allAttemptsMs));
  return accountStory(run);
}

/** In a world of its own all of it happens at once, step by step, so that it is seen when each attempt is made. */
async function toldInWorld(run: Run): Promise<RetryStory> {
  const account = await Account.ofNewWorld(run);
  const { clock } = account;
  const hooks = await openListeners(account, answersTried);
  await occur(account);
  const times = await watched(hooks, clock);
  await clock.pass(hourMs);
  const firstCounts = new Map([...hooks].map(([name, { attempts }]) => [name, attempts.length]));
  await occur(account);
  await clock.pass(hourMs);
  const attemptsOf = (name: Tried) => hooks.get(name)?.attempts ?? [];
  return {
    first: async (looking, name) => {
      const attempts = attemptsOf(name).slice(0, firstCounts.get(name));
      await witnessed(looking, run, attempts);
      return attempts.map((attempt) => ({ attempt, atMs: times.get(attempt) ?? hourMs }));
    },
    second: (looking, name) => witnessed(looking, run, attemptsOf(name).slice(firstCounts.get(name))),
  };
}

/** When each attempt has come, until the last of them should have. */
async function watched(hooks: Listeners<Tried>, clock: Clock): Promise<ReadonlyMap<Attempt, number>> {
  const times = new Map<Attempt, number>();
  for (let passedMs = 0; passedMs <= allAttemptsMs; passedMs += stepMs) {
    await clock.pass(passedMs === 0 ? 0 : stepMs);
    const come = [...hooks.values()].flatMap(({ attempts }) => attempts);
    for (const attempt of come) if (!times.has(attempt)) times.set(attempt, passedMs);
  }
  return times;
}

const stepMs = 500;
const hourMs = 60 * 60_000;
