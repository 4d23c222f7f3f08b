import { atOnce } from "../../../domain/at-once.ts";
import { durationAfter, isShorterThanADay } from "../../../domain/duration.ts";
import { firstInstant, type Instant, lastInstant } from "../../../domain/instant.ts";
import { ledgerProblem } from "../../../domain/ledger.ts";
import { restoreInSteps } from "../../../domain/saved-world.ts";
import { settingsProblems } from "../../../domain/settings.ts";
import type { Subscription } from "../../../domain/subscription.ts";
import type { World } from "../../../domain/world.ts";
import type { Snapshot } from "../../../store/world-store.ts";
import type { SavedState } from "../../history/world-snapshot.ts";

/**
 * Returns why no world can continue from a saved state, or null. The checksum shows that the state is as Saldo wrote
 * it, but it is no signature, and a shared sandbox may be sent a forged file. So this checks for values that
 * would keep the whole process busy. Any other error stops only that one world (`BrokenWorld`).
 */
export function savedWorldProblem(saved: Pick<Snapshot, "at" | "state">): string | null {
  return atOnce(savedWorldProblemInSteps(saved));
}

/** Does the same in short steps. */
export function* savedWorldProblemInSteps({
  at,
  state,
}: Pick<Snapshot, "at" | "state">): Generator<void, string | null> {
  let world: World;
  try {
    // A value that does not fit the type either throws here or is found below.
    world = yield* restoreInSteps((state as SavedState).world);
    const problem = countProblem(world) ?? bookProblem(world) ?? dueProblem(world) ?? (yield* billingProblem(world));
    if (problem !== null) return problem;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  return at === world.at ? null : "`at` differs from the time of the world";
}

function countProblem({ at, clock, epoch, minted, scheduled, settings }: World): string | null {
  if (!isInstant(at)) return "the time of the world is not possible";
  // A timer for NaN would fire at once, again and again.
  if (!(Number.isFinite(clock.rate) && clock.rate > 0)) return "the rate of the clock is not possible";
  if (![epoch, scheduled, ...Object.values(minted)].every(Number.isSafeInteger)) return "a counter is no integer";
  const [problem] = settingsProblems(settings);
  return problem === undefined ? null : `settings.${problem.at}: ${problem.message}`;
}

function bookProblem({ companies }: World): string | null {
  for (const { companyId, ledger } of companies.values()) {
    const problem = ledgerProblem(ledger);
    if (problem !== null) return `the books of ${companyId}: ${problem}`;
  }
  return null;
}

/** Checks that everything due was scheduled under a number of its own and is not overdue. */
function dueProblem({ at, agenda, outbox, scheduled }: World): string | null {
  // Attempts may be overdue: they wait for others, and those that were under way are made again.
  if ([...agenda].some((due) => due.at < at)) return "something was due before the time of the world";
  const orders = new Set<number>();
  for (const due of [...agenda, ...outbox]) {
    if (!isInstant(due.at)) return "something is due at an impossible time";
    if (!Number.isSafeInteger(due.order) || due.order > scheduled) return "something is due that was never scheduled";
    if (orders.has(due.order)) return `two things are scheduled as number ${due.order}`;
    orders.add(due.order);
  }
  return null;
}

/** A schedule that goes back in time would bill forever. */
function* billingProblem({ subscriptions, settings }: World): Generator<void, string | null> {
  for (const subscription of subscriptions.values()) {
    if (subscription.billingDue !== null && !billsLater(subscription, subscription.billingDue.at, settings.timeZone)) {
      return `the billings of ${subscription.subscriptionId} would never end`;
    }
    yield;
  }
  return null;
}

/** Returns whether the next billing is later than the one that is due, or the schedule ends. */
function billsLater({ interval, authorizedAt, billings }: Subscription, dueAt: Instant, timeZone: string): boolean {
  if (authorizedAt === null || isShorterThanADay(interval)) return false;
  const next = durationAfter(authorizedAt, interval, timeZone, billings + 2);
  return next === null || next > dueAt;
}

function isInstant(at: number): boolean {
  return Number.isSafeInteger(at) && at >= firstInstant && at <= lastInstant;
}
