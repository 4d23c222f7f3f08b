import type { Arrival } from "../trace/trace.ts";
import { isAcknowledged, type SeenDelivery } from "./deliveries.ts";
import { endOf } from "./occurrences.ts";
import type { Seen } from "./seen.ts";
import type { Hook } from "./webhooks.ts";

/** A delivery of an event of which attempts failed; or of a test, where that is attempted again in the same way. */
export interface Failing {
  readonly hook: Hook;
  readonly delivery: SeenDelivery;
  /** Whether its last attempt failed and the next one would have come by now. */
  readonly isStopped: boolean;
  /** Whether its webhook may have been deactivated by then, by the fifth failure of another delivery. */
  readonly isCut: boolean;
  /** Whether the trace goes on until a sixth attempt would have come. */
  readonly isWatched: boolean;
}

export function failingIn({ trace, hooks }: Pick<Seen, "trace" | "hooks">): readonly Failing[] {
  return hooks.flatMap((hook) => {
    const end = endOf(hook.account, trace);
    return hook.deliveries.flatMap((delivery) => {
      const last = delivery.attempts.at(-1);
      if (last === undefined || isAcknowledged(delivery.first)) return [];
      if (!delivery.isOfEvent && !isLikeEvent(delivery)) return [];
      if (isOfBusyTime(delivery)) return [];
      const { length } = delivery.attempts;
      const nextAt = last.at + Math.min(last.delayMs, 10_000) + attemptsAreOver(length);
      const isOpen = !isAcknowledged(last);
      const cutAt = Math.min(...givenUpAt(hook, delivery));
      const isCut = cutAt <= nextAt;
      return [
        { hook, delivery, isStopped: isOpen && length < 5 && end >= nextAt && !isCut, isCut, isWatched: end >= nextAt },
      ];
    });
  });
}

/** Whether tests are attempted again is not documented, so that only one that is as an event should be says anything. */
function isLikeEvent(delivery: SeenDelivery): boolean {
  const waits = retryWaits(delivery);
  return delivery.attempts.length === 5 && waits.length === 4 && waits.every(isDoubled);
}

/** "About" is not said to be anything exactly, and a machine under load hears of an attempt late. */
export function isDoubled(waitMs: number, nth: number): boolean {
  const expectedMs = 5_000 * 2 ** nth;
  return waitMs >= 0.6 * expectedMs && waitMs <= 1.5 * expectedMs;
}

/** Whether the machine was too busy at one of its attempts to tell when it came, or was answered. */
export function isOfBusyTime({ attempts }: SeenDelivery): boolean {
  return attempts.some(({ isBusy }) => isBusy === true);
}

/** When deliveries of a webhook had failed five times. */
export function fifthFailures({ deliveries }: Hook): readonly number[] {
  return deliveries.flatMap((delivery) => {
    const fifth = delivery.attempts[4];
    const isGivenUp = fifth !== undefined && !delivery.attempts.some(isAcknowledged);
    return isGivenUp ? [fifth.at] : [];
  });
}

/** When other deliveries of a webhook came to their end without success: after the fifth failure, or wrongly the fourth. */
function givenUpAt({ deliveries }: Hook, except: SeenDelivery): readonly number[] {
  const ended = deliveries.filter(({ attempts }) => attempts.length >= 4 && !attempts.some(isAcknowledged));
  return ended.flatMap((delivery) => (delivery === except ? [] : (delivery.attempts.slice(0, 5).at(-1)?.at ?? [])));
}

/** Whether the target attempts anything a second time. */
export function isRetrying(seen: Seen): boolean {
  return failingIn(seen).some(({ delivery }) => delivery.attempts.length > 1);
}

/** How an attempt failed; undefined where it did not, or where that cannot be told. */
export function classOf({
  status,
  delayMs,
}: Arrival): "late" | "redirect" | "client-error" | "server-error" | undefined {
  if (delayMs >= 11_000) return "late";
  if (delayMs > 5_000 || status < 300) return undefined;
  return status < 400 ? "redirect" : status < 500 ? "client-error" : "server-error";
}

/** The waits between attempts, as long as each was responded to at once. */
export function retryWaits({ attempts }: SeenDelivery): readonly number[] {
  const slow = attempts.findIndex(({ delayMs }) => delayMs > 500);
  const prompt = slow === -1 ? attempts : attempts.slice(0, slow);
  return prompt.slice(1, 5).map(({ at }, nth) => at - (prompt[nth]?.at ?? 0));
}

/** The time after the nth attempt in which the next one must come, generously: 5, 10, 20, 40 and 80 seconds and the half. */
export function attemptsAreOver(nth: number): number {
  return 1.2 * 5_000 * 2 ** (Math.min(nth, 5) - 1) + 2_000;
}
