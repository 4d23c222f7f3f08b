import { Account } from "../run/account.ts";
import { contract } from "../run/contract.ts";
import { openHook } from "../run/hook.ts";
import { occasionEvent, occur } from "../run/occasion.ts";
import { retryStory } from "../run/retry-story.ts";
import type { Run } from "../run/run.ts";
import { allAttemptsMs, type RetryStory } from "../run/told-attempts.ts";
import { must } from "../run/verdict-error.ts";

contract("deactivation.after-fifth", async (run) => {
  const later = await (await storyGoneOn(run)).second(run, "failing");
  must(later.length === 0, "a webhook must get nothing new after the five attempts of a delivery have failed, and did");
});

contract("deactivation.not-before-fifth", async (run) => {
  const story = await retryStory(run);
  const { length } = await story.first(run, "faltering", allAttemptsMs, 5);
  must(length === 5, `a delivery must be attempted a fifth time after four failures, and was ${length} times`);
  const later = await story.second(run, "faltering");
  must(later.length > 0, "a webhook whose fifth attempt succeeded must be told of what happens next, and was not");
});

contract("deactivation.others-go-on", async (run) => {
  await storyGoneOn(run);
});

/** All five attempts to one webhook have failed, and another one was told of what happened next. */
async function storyGoneOn(run: Run): Promise<RetryStory> {
  const story = await retryStory(run);
  const { length } = await story.first(run, "failing", allAttemptsMs, 5);
  must(length >= 5, `a delivery must be attempted five times, and was ${length} times`);
  const others = await story.second(run, "steady");
  must(others.length > 0, "a webhook must go on while another one is deactivated, and it was told nothing");
  return story;
}

contract("deactivation.reactivated", async (run) => {
  const account = await Account.ofNewWorld(run);
  const replies = [...Array.from({ length: 5 }, () => ({ status: 500 })), { status: 200 }];
  const hook = await openHook(account, [occasionEvent(account)], replies);
  await occur(account);
  await account.clock.pass(allAttemptsMs);
  await occur(account);
  const { length } = await hook.settled();
  must(length === 5, `a webhook must be deactivated after five failures; ${length} attempts have come`);
  await account.control.webhooks.reactivate(hook.id);
  await occur(account);
  await hook.receives(6);
});
