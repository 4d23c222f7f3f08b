import { durationAfter, durationProblem, type IsoDuration } from "../domain/duration.ts";
import type { WorldEvent } from "../domain/event.ts";
import { type Instant, lastInstant } from "../domain/instant.ts";
import { nextDueAt } from "../domain/schedule.ts";
import type { Position } from "../store/world-store.ts";
import type { LiveWorld } from "./live-world.ts";
import type { Step } from "./machine.ts";
import type { Moment } from "./moment.ts";
import { mostRounds, Unsettled } from "./rounds.ts";

/** How far to go: for a while, to an instant, or to the next thing that falls due. */
export type AdvanceTarget = { readonly by: IsoDuration } | { readonly to: Instant } | { readonly toNext: true };

/** A fact that an advance caused, at its place in the history. */
export interface Fired {
  readonly at: Instant;
  readonly position: Position;
  readonly event: WorldEvent;
}

export type AdvanceOutcome =
  | {
      type: "clock-advanced";
      from: Instant;
      to: Instant;
      fromPosition: Position;
      position: Position;
      /** The first `firedLimit` facts, in order. */
      fired: readonly Fired[];
      firedTotal: number;
      /** Those that the advance has made; what was under way before is waited for and not counted. */
      attempts: AttemptCount;
    }
  | { type: "agenda-does-not-settle"; at: Instant; generations: number; position: Position }
  | { type: "advance-into-past"; now: Instant; to: Instant }
  | { type: "value-not-allowed"; problems: readonly { at: string; message: string }[] };

export interface AttemptCount {
  readonly made: number;
  readonly succeeded: number;
  readonly failed: number;
}

export const firedLimit = 1_000;

/**
 * Moves a world's clock forward and does, in order and each at its own due time, all that falls due on the way, attempts
 * to deliver included. Works in slices, so that other worlds answer meanwhile. Throws `ClockBusy` when another advance is
 * under way.
 */
export async function advance(world: LiveWorld, target: AdvanceTarget): Promise<AdvanceOutcome> {
  let held = false;
  const hold = () =>
    world.transact((moment) => {
      // The second time, or after a conflict, it begins anew: what was fired until then is not of its doing.
      if (held) world.releaseClock();
      const tally = newTally();
      world.holdClock(moment.at, (step) => count(tally, step));
      held = true;
      return { from: moment.at, fromPosition: moment.position, goal: goalOf(target, moment), tally };
    });
  try {
    let start = await hold();
    const underWay = world.attemptsUnderWay();
    // While the clock is held nothing else begins, so that this is once enough.
    if (underWay !== null && typeof start.goal === "number") {
      await underWay;
      start = await hold();
    }
    const { from, fromPosition, goal, tally } = start;
    if (typeof goal !== "number") return goal;
    const position = await workUntil(world, goal);
    if (typeof position !== "number") return position;
    const { fired, total: firedTotal, attempts } = tally;
    return { type: "clock-advanced", from, to: goal, fromPosition, position, fired, firedTotal, attempts };
  } finally {
    if (held) world.releaseClock();
  }
}

async function workUntil(world: LiveWorld, goal: Instant): Promise<Position | AdvanceOutcome> {
  try {
    let position: Position | null = null;
    while (position === null) position = await world.workTowards(goal);
    return position;
  } catch (error) {
    if (!(error instanceof Unsettled)) throw error;
    const position = await world.transact((moment) => moment.position);
    return { type: "agenda-does-not-settle", at: error.at, generations: mostRounds, position };
  }
}

interface Tally {
  readonly fired: Fired[];
  total: number;
  readonly attempts: { made: number; succeeded: number; failed: number };
}

function newTally(): Tally {
  return { fired: [], total: 0, attempts: { made: 0, succeeded: 0, failed: 0 } };
}

function count(tally: Tally, { first, at, events }: Step): void {
  tally.total += events.length;
  for (const [i, event] of events.entries()) {
    if (tally.fired.length < firedLimit) tally.fired.push({ at, position: first + i, event });
    if (event.type !== "AttemptRecorded") continue;
    tally.attempts.made += 1;
    tally.attempts[event.failure === null ? "succeeded" : "failed"] += 1;
  }
}

function goalOf(target: AdvanceTarget, { world, at }: Moment): Instant | AdvanceOutcome {
  if ("toNext" in target) return nextDueAt(world) ?? at;
  if ("to" in target) {
    if (target.to < at) return { type: "advance-into-past", now: at, to: target.to };
    return target.to <= lastInstant ? target.to : notAllowed("to", beyondTime);
  }
  const message = durationProblem(target.by);
  if (message !== null) return notAllowed("by", message);
  return durationAfter(at, target.by, world.settings.timeZone) ?? notAllowed("by", beyondTime);
}

const beyondTime = "no clock goes beyond the year 9999";

function notAllowed(at: string, message: string): AdvanceOutcome {
  return { type: "value-not-allowed", problems: [{ at, message }] };
}
