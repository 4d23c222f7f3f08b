import { endOf, isHealthy, toldOf } from "../model/occurrences.ts";
import { failingIn, fifthFailures, isOfBusyTime, isRetrying } from "../model/retries.ts";
import type { Seen } from "../model/seen.ts";
import type { Hook } from "../model/webhooks.ts";
import { deliveriesRetried, payoutsRetried, webhookDeactivated } from "../stories/retries.ts";
import { actsIn } from "../trace/find.ts";
import type { TraceEntry } from "../trace/trace.ts";
import { clause, every } from "./clause.ts";
import { Broken, each, NotJudged } from "./judging.ts";

const documented = {
  section: "States and transitions: Webhook",
  needs: [webhookDeactivated, payoutsRetried],
} as const;

/** When a webhook is given up, and that it comes back. */
export const deactivationClauses = [
  clause({
    ...documented,
    id: "deactivation.after-fifth",
    section: "Events: Delivery attempts",
    text: "Once a delivery has failed five times, its webhook gets nothing new.",
    judge: (seen) => {
      if (failingIn(seen).some(({ delivery }) => delivery.attempts.length > 5)) {
        throw new NotJudged("a delivery was attempted more than five times (retries.no-sixth-attempt)");
      }
      return each(missable(seen), ({ hook, offAt, onAt }) => {
        const late = hook.deliveries.find(
          ({ first, isOfEvent }) => isOfEvent && first.at > offAt + SETTLED_MS && first.at < onAt,
        );
        if (late === undefined) return;
        throw new Broken(`five attempts had failed, and the webhook was told of ${late.event}`, [late.first]);
      });
    },
  }),
  every({
    ...documented,
    id: "deactivation.not-before-fifth",
    text: "A delivery whose fifth attempt succeeds leaves its webhook active.",
    needs: [deliveriesRetried, payoutsRetried],
    those: (seen) => {
      const failing = failingIn(seen);
      // One that is no longer attempted after a few failures is another clause's finding.
      const isGivenUp = (hook: Hook) =>
        failing.some((one) => one.hook === hook && one.isStopped && one.delivery.attempts.length > 1);
      const active = timedHooks(seen).filter(
        (hook) => fifthFailures(hook).length === 0 && failing.some((one) => one.hook === hook) && !isGivenUp(hook),
      );
      return active.flatMap((hook) => laterThan(failedAt(hook), hook, seen));
    },
    judge: (later, seen) => {
      const how = isRetrying(seen) ? "fewer than five times" : "once";
      mustBeTold(`a delivery had failed ${how}, and its webhook was told of nothing more`)(later);
    },
  }),
  every({
    ...documented,
    id: "deactivation.others-go-on",
    text: "When one webhook is deactivated, the company's other ones still get their deliveries.",
    those: (seen) =>
      missable(seen).flatMap(({ hook, offAt }) =>
        seen.hooks
          .filter((other) => other.account === hook.account && isHealthy(other))
          .flatMap((other) => laterThan(offAt, other, seen).filter(({ at }) => wasToldBefore(at, other))),
      ),
    judge: mustBeTold("one webhook was deactivated, and another one was told of nothing more"),
  }),
  every({
    ...documented,
    id: "deactivation.reactivated",
    text: "A webhook that was reactivated in the dashboard gets deliveries again.",
    those: (seen) =>
      missable(seen).flatMap(({ hook, onAt }) => {
        const [done] = Number.isFinite(onAt) ? doneAfter(onAt, hook, seen) : [];
        // Where one delivery waits for another, what it has missed may come first.
        const isTold = hook.deliveries.some(({ first, isOfEvent }) => isOfEvent && first.at > onAt);
        return done === undefined ? [] : [{ ...done, isTold }];
      }),
    judge: mustBeTold("a reactivated webhook was told of nothing"),
  }),
];

/** While the machine was busy, the target may have waited in vain for what the receiver seems to have answered in time. */
function timedHooks({ hooks }: Seen): readonly Hook[] {
  return hooks.filter(({ deliveries }) => !deliveries.some(isOfBusyTime));
}

/** Webhooks that were deactivated, and that missed something while they were; `onAt` is infinite where that did not end. */
function missable(seen: Seen) {
  return timedHooks(seen).flatMap((hook) => {
    // Whether a test that fails deactivates anything is not documented.
    const offAt = Math.min(...fifthFailures({ ...hook, deliveries: hook.deliveries.filter((one) => one.isOfEvent) }));
    const on = actsIn(seen.trace, "reactivate-webhook").find(
      ({ given, at }) => String(given.webhookId) === hook.id && at >= offAt,
    );
    const onAt = on?.startedAt ?? Number.POSITIVE_INFINITY;
    const isMissed = hasFired(hook, offAt + SETTLED_MS, onAt, seen);
    return Number.isFinite(offAt) && isMissed ? [{ hook, offAt, onAt }] : [];
  });
}

/** Whether something took place that this webhook has selected: the run had it done, or another webhook was told of it. */
function hasFired(hook: Hook, after: number, before: number, { hooks, occurrences }: Seen): boolean {
  const isWanted = (event: string | undefined, at: number) =>
    event !== undefined && hook.events.includes(event) && at > after && at < before;
  return (
    occurrences.some(({ event, act }) => act.account === hook.account && isWanted(event, act.startedAt)) ||
    hooks.some(
      ({ account, deliveries }) =>
        account === hook.account &&
        deliveries.some(({ event, first, isOfEvent }) => isOfEvent && isWanted(event, first.at)),
    )
  );
}

interface Later {
  readonly at: number;
  readonly isTold: boolean;
  readonly shown: TraceEntry;
}

function mustBeTold(fault: string): (later: Later) => void {
  return ({ isTold, shown }) => {
    if (!isTold) throw new Broken(fault, [shown]);
  };
}

/** What the run had done after an instant and this webhook has selected, early enough to have been told. */
function doneAfter(after: number, hook: Hook, { occurrences, trace }: Seen): readonly Later[] {
  const end = endOf(hook.account, trace);
  return occurrences
    .filter(({ event, act }) => act.account === hook.account && hook.events.includes(event))
    .filter(({ act }) => act.startedAt > after && act.at + MAX_TELL_MS <= end)
    .map((one) => ({ at: one.act.startedAt, isTold: toldOf(one, hook).length > 0, shown: one.act }));
}

/** The same, with what some webhook of the account was told of. */
function laterThan(after: number, hook: Hook, seen: Seen): readonly Later[] {
  const end = endOf(hook.account, seen.trace);
  const told = seen.hooks
    .filter(({ account }) => account === hook.account)
    .flatMap(({ deliveries }) => deliveries.filter(({ isOfEvent }) => isOfEvent))
    .filter(({ event, first }) => hook.events.includes(String(event)) && first.at > after + SETTLED_MS)
    .filter(({ first }) => first.at + MAX_TELL_MS <= end)
    .map(({ event, first }) => ({
      at: first.at,
      isTold: hook.deliveries.some((own) => own.event === event && own.first.at > after),
      shown: first,
    }));
  return [...doneAfter(after, hook, seen), ...told];
}

/** When its last attempt before a success, or of all, has failed. */
function failedAt(hook: Hook): number {
  const failed = hook.deliveries.flatMap(({ attempts }) => attempts.filter(({ status }) => status >= 300));
  return Math.max(...failed.map(({ at }) => at));
}

function wasToldBefore(at: number, { deliveries }: Hook): boolean {
  return deliveries.some(({ first, isOfEvent }) => isOfEvent && first.at < at);
}

/** What took place before may still be on its way. */
const SETTLED_MS = 4_000;
/** A busy machine hears of an event this late. */
const MAX_TELL_MS = 4_000;
