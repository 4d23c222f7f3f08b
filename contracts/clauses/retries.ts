import { durationText } from "../judge/duration.ts";
import { isAcknowledged } from "../model/deliveries.ts";
import { endOf } from "../model/occurrences.ts";
import {
  attemptsAreOver,
  classOf,
  type Failing,
  failingIn,
  isDoubled,
  isOfBusyTime,
  isRetrying,
  retryWaits,
} from "../model/retries.ts";
import type { Seen } from "../model/seen.ts";
import { deliveriesRetried, payoutsRetried, webhookDeactivated } from "../stories/retries.ts";
import type { Story } from "../stories/story.ts";
import type { Arrival } from "../trace/trace.ts";
import { type Clause, clause, right } from "./clause.ts";
import { Broken, each, NotJudged } from "./judging.ts";

const attempts = {
  section: "Events: Delivery attempts",
  needs: [webhookDeactivated, payoutsRetried],
} as const;
const limits = { ...attempts, section: "Limits" } as const;

/** When the delivery of an event is attempted again. */
export const retriesClauses = [
  right({
    ...attempts,
    id: "retries.five-attempts",
    text: "A delivery of an event is attempted five times if it fails each time.",
    those: (seen) => {
      const failing = failingIn(seen);
      const full = failing.filter(({ delivery }) => delivery.attempts.length >= 5);
      // One that stops at once shows what counts as a failure, if others do not.
      const stopped = failing.filter(
        (one) => one.isStopped && (hasRetried(one, failing) || (!isRetrying(seen) && !isSilenced(one))),
      );
      return [...full, ...stopped];
    },
    wrong: ({ delivery: { attempts: all } }) =>
      all.length < 5 && `a delivery that failed was attempted ${times(all.length)}, not five times`,
  }),
  right({
    ...limits,
    id: "retries.no-sixth-attempt",
    text: "No delivery is attempted a sixth time.",
    those: (seen) =>
      failingIn(seen).filter(
        ({ delivery, isWatched }) => delivery.attempts.length > 5 || (delivery.attempts.length === 5 && isWatched),
      ),
    wrong: ({ delivery: { attempts: all } }) => all.length > 5 && `a delivery was attempted ${times(all.length)}`,
  }),
  right({
    ...limits,
    id: "retries.first-wait",
    text: "About five seconds lie between the first attempt and the second.",
    those: (seen) => failingIn(seen).filter(({ delivery }) => retryWaits(delivery).length > 0),
    wrong: ({ delivery }) => {
      const [wait = 0] = retryWaits(delivery);
      return !isDoubled(wait, 0) && `the second attempt came ${durationText(wait)} after the first, not about 5 s`;
    },
  }),
  right({
    ...attempts,
    id: "retries.waits-double",
    text: "Each wait is about twice as long as the one before it, so that the last one is of about 40 seconds.",
    // Where the first wait is wrong, that is another clause's finding.
    those: (seen) =>
      failingIn(seen).filter(
        ({ delivery }) => retryWaits(delivery).length > 1 && isDoubled(retryWaits(delivery)[0] ?? 0, 0),
      ),
    wrong: ({ delivery }) => {
      const waits = retryWaits(delivery);
      return !waits.every(isDoubled) && `the waits between the attempts were ${waits.map(durationText).join(", ")}`;
    },
  }),
  clause({
    ...limits,
    id: "retries.timeout",
    text: "An attempt that is not responded to within ten seconds has failed and is made again.",
    needs: [deliveriesRetried, payoutsRetried],
    judge: (seen) => mustBeRetried(seen, "late", "an attempt that is responded to after more than ten seconds"),
  }),
  clause({
    ...limits,
    id: "retries.patience",
    text: "A response that takes eight seconds still counts.",
    judge: (seen) => mustBeEnd(seen, ({ delayMs }) => delayMs > 5_000, "that was responded to with success after 8 s"),
  }),
  clause({
    ...limits,
    id: "retries.success",
    text: "A delivery responded to with 200 or 299 is not attempted again.",
    judge: (seen) => mustBeEnd(seen, (one, nth) => isPrompt(one) && nth === 1, "that was responded to with success"),
  }),
  retried("redirect", "a redirect", [deliveriesRetried, payoutsRetried]),
  retried("client-error", "a status from 400 to 499", [deliveriesRetried, ...attempts.needs]),
  retried("server-error", "a status from 500 to 599", [deliveriesRetried, ...attempts.needs]),
  clause({
    ...attempts,
    id: "retries.ends-with-success",
    text: "A delivery that succeeds after failures is not attempted again.",
    needs: [deliveriesRetried, payoutsRetried],
    judge: (seen) => mustBeEnd(seen, (one, nth) => isPrompt(one) && nth > 1, "that succeeded after failures"),
  }),
];

function isPrompt({ delayMs }: Arrival): boolean {
  return delayMs <= 5_000;
}

function retried(kind: "redirect" | "client-error" | "server-error", how: string, needs: readonly Story[]): Clause {
  const text = `A delivery responded to with ${how} is attempted again.`;
  return clause({
    ...attempts,
    id: `retries.${kind}-fails`,
    text,
    needs,
    judge: (seen) => mustBeRetried(seen, kind, `a delivery responded to with ${how}`),
  });
}

/** An attempt that fails in one way is followed by another one, unless it is the fourth or fifth. */
function mustBeRetried(seen: Seen, kind: ReturnType<typeof classOf>, what: string): undefined {
  if (failingIn(seen).length > 0 && !isRetrying(seen)) throw new NotJudged("no delivery at all was attempted again");
  const tried = failingIn(seen).flatMap(({ delivery, isStopped, isCut }) =>
    delivery.attempts.slice(0, 3).flatMap((attempt, at) => {
      const isLast = at === delivery.attempts.length - 1;
      if (classOf(attempt) !== kind || (isLast && (!isStopped || isCut))) return [];
      return [{ attempt, isLast }];
    }),
  );
  return each(tried, ({ attempt, isLast }) => {
    if (isLast) throw new Broken(`${what} was not attempted again`, [attempt]);
  });
}

/** A success is the last attempt of its delivery. */
function mustBeEnd(seen: Seen, isMeant: (attempt: Arrival, nth: number) => boolean, what: string): undefined {
  const ended = seen.hooks.flatMap(({ account, deliveries }) =>
    deliveries
      .filter(({ isOfEvent }) => isOfEvent)
      .flatMap((delivery) => {
        const at = isOfBusyTime(delivery) ? -1 : delivery.attempts.findIndex(isAcknowledged);
        const attempt = delivery.attempts[at];
        if (attempt === undefined || !isMeant(attempt, at + 1)) return [];
        const isLast = at === delivery.attempts.length - 1;
        // A longer wait would be needed to be sure; a target that repeats after success does so in one of many cases.
        const isWatched = endOf(account, seen.trace) >= attempt.at + attempt.delayMs + attemptsAreOver(at + 1);
        return isLast && !isWatched ? [] : [{ delivery, isLast }];
      }),
  );
  return each(ended, ({ delivery, isLast }) => {
    if (!isLast) throw new Broken(`a delivery ${what} was attempted again`, delivery.attempts);
  });
}

/** Whether the way in which its last attempt failed was retried before: of this delivery, or of another one. */
function hasRetried({ delivery: { attempts: all } }: Failing, failing: readonly Failing[]): boolean {
  const isOfKind = (one: Arrival) => classOf(one) === classOf(all.at(-1) ?? one);
  const own = all.length >= 4 ? failing.map(({ delivery }) => delivery.attempts) : [all];
  return own.some((attempts) => attempts.slice(0, -1).some(isOfKind));
}

/** Whether its webhook got nothing any more: then it was deactivated too early, which is another clause's finding. */
function isSilenced({ hook, delivery: { first } }: Failing): boolean {
  const failedAt = first.at + Math.min(first.delayMs, 10_000);
  // What comes later may come because it was reactivated.
  return hook.deliveries.every(({ first: { at } }) => at <= failedAt + 1_000 || at > failedAt + 60_000);
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}
