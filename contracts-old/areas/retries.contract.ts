import { contract } from "../run/contract.ts";
import type { Tried } from "../run/listeners.ts";
import { retryStory } from "../run/retry-story.ts";
import type { Run } from "../run/run.ts";
import { waitedFor } from "../run/timeout-story.ts";
import { allAttemptsMs, sixthAttemptMs, type TimedAttempt } from "../run/told-attempts.ts";
import { must } from "../run/verdict-error.ts";

contract("retries.five-attempts", async (run) => {
  const { length } = await attempts(run, "failing", allAttemptsMs, 5);
  must(length >= 5, `a delivery that fails each time must be attempted five times, and was ${times(length)}`);
});

contract("retries.no-sixth-attempt", async (run) => {
  const { length } = await attempts(run, "failing", sixthAttemptMs);
  must(length > 0, "a delivery must be attempted, and was not");
  must(length <= 5, `a delivery must be attempted five times at most, and was ${times(length)}`);
});

contract("retries.first-wait", async (run) => {
  const [wait] = waitsBetween(await attempts(run, "failing", secondAttemptMs, 2));
  must(wait !== undefined, "a delivery that failed must be attempted a second time");
  must(
    isAbout(wait, 5_000),
    `the second attempt must come about 5 s after the first, and came after ${inSeconds(wait)}`,
  );
});

contract("retries.waits-double", async (run) => {
  const waits = waitsBetween(await attempts(run, "failing", allAttemptsMs, 5)).slice(0, 4);
  const told = waits.map(inSeconds).join(", ");
  must(waits.length === 4, `there must be four waits between five attempts, and there were ${waits.length}`);
  const doubled = waits.slice(1).map((wait, at) => wait / (waits[at] ?? 1));
  must(
    doubled.every((ratio) => isAbout(ratio, 2)),
    `each wait must be about twice the one before it, and they were ${told}`,
  );
  must(isAbout(waits[3] ?? 0, 40_000), `the last wait must be of about 40 s, and the waits were ${told}`);
});

contract("retries.timeout", async (run) => {
  const { length } = await waitedFor(run, "late");
  must(length > 0, "a delivery must be attempted, and was not");
  must(length > 1, "an attempt that was answered after 12 s must have failed and be made again, and it was not");
});

contract("retries.patience", async (run) => {
  const { length } = await waitedFor(run, "slow");
  must(length > 0, "a delivery must be attempted, and was not");
  must(
    length === 1,
    `an attempt that was answered with 200 after 8 s must count, and was made again: ${times(length)} in all`,
  );
});

contract("retries.success", async (run) => {
  for (const [name, status] of [
    ["steady", 200],
    ["other", 299],
  ] as const) {
    const { length } = await attempts(run, name, secondAttemptMs);
    must(length === 1, `a delivery answered with ${status} must be attempted once, and was ${times(length)}`);
  }
});

contract("retries.redirect-fails", async (run) => {
  await mustFail(run, "redirecting", "301, 302, 307 or 308");
  const waits = waitsBetween(await attempts(run, "redirecting", allAttemptsMs, 5));
  const told = waits.map(inSeconds).join(", ");
  must(
    waits.every((wait) => wait >= 4_000),
    `a redirect must fail and not be followed; attempts came after ${told}`,
  );
});

contract("retries.client-error-fails", (run) => mustFail(run, "refusing", "400, 401, 410 or 429"));

contract("retries.server-error-fails", (run) => mustFail(run, "faltering", "500, 501, 503 or 504"));

contract("retries.ends-with-success", async (run) => {
  const { length } = await attempts(run, "recovering", fourthAttemptMs);
  must(length >= 3, `a delivery that fails twice must be attempted a third time, and was ${times(length)}`);
  must(length === 3, `a delivery whose third attempt succeeds must not be attempted again, and was ${times(length)}`);
});

/** Each of its attempts but the fifth is answered with another of these statuses. */
async function mustFail(run: Run, name: Tried, statuses: string): Promise<void> {
  const { length } = await attempts(run, name, allAttemptsMs, 5);
  must(
    length === 5,
    `a delivery answered with ${statuses} must be attempted again, up to five times; it was ${times(length)}`,
  );
}

async function attempts(run: Run, name: Tried, withinMs: number, enough?: number): Promise<readonly TimedAttempt[]> {
  return (await retryStory(run, withinMs)).first(run, name, withinMs, enough);
}

function waitsBetween(tried: readonly TimedAttempt[]): readonly number[] {
  return tried.slice(1).map(({ atMs }, at) => atMs - (tried[at]?.atMs ?? 0));
}

/** "About" is not said to be anything exactly. */
function isAbout(value: number, expected: number): boolean {
  return value >= 0.8 * expected && value <= 1.5 * expected;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

/** A second attempt would have been made by then; a fourth. */
const secondAttemptMs = 15_000;
const fourthAttemptMs = 1.5 * (5_000 + 10_000 + 20_000);
