import { isShorterThanADay } from "../../domain/duration.ts";
import { billingAt, type Subscription } from "../../domain/subscription.ts";
import { type Flaw, type Inspection, notAfter } from "./inspection.ts";

export function* subscriptionFlaws(subscription: Subscription, { world }: Inspection): Iterable<Flaw> {
  yield* notAfter(world.at, subscription, "createdAt", "authorizedAt");
  const { status, interval, createdAt, authorizedAt, billings, billingDue } = subscription;
  const bills = status === "AUTHORIZED";
  if (isShorterThanADay(interval)) yield [["interval"], "interval must be a day or more"];
  else if (bills !== (authorizedAt !== null)) {
    yield [["authorizedAt"], `authorizedAt must ${bills ? "not " : ""}be null, as this subscription is ${status}`];
  } else if (authorizedAt !== null && authorizedAt < createdAt) {
    yield [["authorizedAt"], "authorizedAt is before createdAt"];
  } else if (
    authorizedAt !== null &&
    billingDue !== null &&
    !goesOn(subscription, authorizedAt, billingDue.at, world)
  ) {
    const after = `the billing after it, number ${billings + 2} since authorizedAt, would not be later`;
    yield [["billingDue"], `billingDue does not fit billings and authorizedAt: ${after}`];
  }
  if (!bills && billings > 0) yield [["billings"], `billings must be 0, as this subscription is ${status}`];
  if (!bills && billingDue !== null)
    yield [["billingDue"], `billingDue must be null, as this subscription is ${status}`];
}

/** Whether the schedule has a later billing, or none: one that goes back in time would bill over and over. */
function goesOn(
  { interval, billings }: Subscription,
  authorizedAt: number,
  dueAt: number,
  { settings }: Inspection["world"],
): boolean {
  try {
    const next = billingAt(interval, authorizedAt, billings + 2, settings.timeZone);
    return next === null || next > dueAt;
  } catch {
    // So many billings that no calendar has room for them.
    return false;
  }
}
