import { valuesIn } from "../judge/json.ts";
import { StoryEnded } from "../stories/story-ended.ts";
import type { Account } from "../target/account.ts";
import { memberCalled, openNamedIn } from "../trace/find.ts";
import { isSuccess } from "../trace/trace.ts";

/**
 * Finds an amount that the target lets withdraw, as small as can be found with few requests: the default minimum, the
 * numbers that the fee simulation shows, their sums, then twice as much each time. Rejected initiations cost nothing; the
 * one that is accepted is left open for the end of the story. `rejected`: amounts that need not be tried again where a lost
 * answer has ended the search before. `given`: the only amount to try. Throws `StoryEnded` when nothing can be withdrawn.
 */
export async function findValue(account: Account, rejected: Set<number>, given?: number): Promise<number> {
  // Where the history is must be known before the first answer is lost: it tells whose withdrawal stands in the way then.
  await account.withdrawals();
  const fee = await account.fee();
  const balance = memberCalled((await account.balance()).response?.json, "balance");
  const most = typeof balance === "number" ? balance : MAX_CENTS;
  let isRetry = false;
  let last = rejected.size > 0 ? "all amounts were rejected" : "the balance is too small";
  const found = candidates(numbersIn(fee.response?.json), most).filter((cents) => !rejected.has(cents));
  for (let left = given === undefined ? found : [given]; left.length > 0; ) {
    const [value = 0, ...rest] = left;
    const call = await account.initiate(value);
    if (isSuccess(call)) return value;
    last = `the initiation of ${value} cents got ${call.response?.status ?? call.failure}`;
    const id = openNamedIn(call);
    if (id === undefined) {
      rejected.add(value);
      left = rest;
      continue;
    }
    // One of the run's own is still open where an answer was lost. Others must not be cancelled.
    const isCancelled = !isRetry && (await account.cancel(String(id))).response !== undefined;
    if (!isCancelled) {
      const foreign = `the withdrawal ${String(id)} was open before this run, and is left alone (--cancel-open cancels it)`;
      throw new StoryEnded(foreign, [call]);
    }
    isRetry = true;
  }
  const had = typeof balance === "number" ? ` with a balance of ${balance} cents` : "";
  throw new StoryEnded(`no amount can be withdrawn${had}: ${last} (--value sets one)`);
}

function candidates(shown: readonly number[], most: number): number[] {
  const told = shown.flatMap((number) => [number, number + DEFAULT_MINIMUM_CENTS]);
  const doubled = Array.from({ length: 12 }, (_, nth) => 200 * 2 ** nth);
  const all = [DEFAULT_MINIMUM_CENTS, ...told, ...doubled].filter((cents) => cents <= Math.min(most, MAX_CENTS));
  return [...new Set(all)].filter((cents) => cents >= DEFAULT_MINIMUM_CENTS).toSorted((a, b) => a - b);
}

function numbersIn(body: unknown): readonly number[] {
  const numbers = valuesIn(body).filter((value) => typeof value === "number");
  return numbers.filter((value) => Number.isInteger(value) && value > 0);
}

const DEFAULT_MINIMUM_CENTS = 101;
/** More than this is not tried: payouts of the run have this amount. */
const MAX_CENTS = 500_000;
