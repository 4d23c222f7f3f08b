import { Account } from "./account.ts";
import { accountStory } from "./account-story.ts";
import type { Attempt } from "./hook.ts";
import { type Awaited, answersAwaited, openListeners } from "./listeners.ts";
import { occur } from "./occasion.ts";
import type { Run } from "./run.ts";
import { witnessed } from "./told-attempts.ts";

/** What came to receivers that are slow to answer. On a sandbox, too, that takes its time by the wall clock. */
export async function waitedFor(run: Run, name: Awaited): Promise<readonly Attempt[]> {
  if (run.offers("control-plane")) return (await worldStory(run))(run, name);
  run.clock.require(secondAttemptMs);
  const attempts = await (await accountStory(run)).first(run, name, secondAttemptMs);
  return attempts.map(({ attempt }) => attempt);
}

/** Begun in front of all contracts, so that it is over when its own contracts are reached. */
export function worldStory(run: Run): Promise<(looking: Run, name: Awaited) => Promise<readonly Attempt[]>> {
  return run.once("slow receivers", async () => {
    const account = await Account.ofNewWorld(run);
    const hooks = await openListeners(account, answersAwaited);
    await occur(account);
    // Both are waited for by now; what has failed then is made again.
    await account.clock.pass(0);
    await account.clock.pass(secondAttemptMs);
    return (looking, name) => witnessed(looking, run, hooks.get(name)?.attempts ?? []);
  });
}

/** Ten seconds, and half as long again as the wait that follows them should be; and some more. */
const secondAttemptMs = 25_000;
