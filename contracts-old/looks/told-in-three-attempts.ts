import { Account } from "../run/account.ts";
import { type Attempt, openHook } from "../run/hook.ts";
import { occasionEvent, occur, requireOccasion } from "../run/occasion.ts";
import type { Run } from "../run/run.ts";
import { witnessed } from "../run/told-attempts.ts";

/** A delivery that was answered with a redirect, then with a 200 whose end came too late, and then as it should be. */
export interface ToldInThreeAttempts {
  /** Fewer than three, where one of the answers was taken to be good enough. */
  readonly attempts: readonly Attempt[];
  readonly isRedirectFollowed: boolean;
  readonly logEntries: number;
}

/** Told once in a run: on a real account it takes half a minute, and money. */
export async function toldInThreeAttempts(looking: Run): Promise<ToldInThreeAttempts> {
  const { told, ...story } = await looking.once("told in three attempts", () => tell(looking));
  return { ...story, attempts: await witnessed(looking, told, story.attempts) };
}

async function tell(run: Run): Promise<ToldInThreeAttempts & { readonly told: Run }> {
  requireOccasion(run);
  const account = await Account.begin(run);
  account.clock.require(longestMs);
  const restDelayMs = account.control === undefined ? realTimeoutMs + marginMs : shortTimeoutMs + marginMs;
  await account.control?.settings.change({ webhookTimeout: `PT${shortTimeoutMs / 1_000}S` });
  const sibling = `followed-${crypto.randomUUID()}`;
  let isRedirectFollowed = false;
  (await run.receiver()).expect(`/${sibling}`, () => {
    isRedirectFollowed = true;
    return { status: 200 };
  });
  const redirect = { status: 302, headers: { location: sibling } };
  const hook = await openHook(
    account,
    [occasionEvent(account)],
    [redirect, { status: 200, restDelayMs }, { status: 200 }],
  );
  await occur(account);
  await account.clock.pass(0);
  await account.clock.passUntil(() => hook.attempts.length >= 3, longestMs, account.clock.isOurs ? 5_000 : 100);
  await hook.settled();
  const log = (await account.log(hook.id)).accepted("delivery-log-listed");
  return { told: run, attempts: [...hook.attempts], isRedirectFollowed, logEntries: log.list().length };
}

/** How long an attempt may take, as it is documented; on a sandbox that can be set, which spares waiting. */
const realTimeoutMs = 10_000;
const shortTimeoutMs = 250;
const marginMs = 2_000;

/** 5 seconds, the time of an attempt, 10 seconds, and half as much again. */
const longestMs = 40_000;
