import { durationAfter, durationProblem, type IsoDuration } from "../domain/duration.ts";
import type { WorldEvent } from "../domain/event.ts";
import { type Instant, lastInstant } from "../domain/instant.ts";
import { nextDue } from "../domain/schedule.ts";
import type { Position } from "../store/world-store.ts";
import type { LiveWorld } from "./live-world.ts";
import type { Step } from "./machine.ts";
import type { Moment } from "./moment.ts";

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
    }
  | { type: "advance-into-past"; now: Instant; to: Instant }
  | { type: "value-not-allowed"; problems: readonly { at: string; message: string }[] };

export const firedLimit = 1_000;

/**
 * Moves a world's clock forward and does, in order and each at its own due time, all that falls due on the
 * way. Works in slices, so that other worlds answer meanwhile. Throws `ClockBusy` when another advance is under way.
 */
export async function advance(world: LiveWorld, target: AdvanceTarget): Promise<AdvanceOutcome> {
  let held = false;
  try {
    const start = await world.transact((moment) => {
      // After a conflict it begins anew: what was fired until then never happened.
      if (held) world.releaseClock();
      const tally: Tally = { fired: [], total: 0 };
      world.holdClock(moment.at, (step) => count(tally, step));
      held = true;
      return { from: moment.at, fromPosition: moment.position, goal: goalOf(target, moment), tally };
    });
    const { from, fromPosition, goal, tally } = start;
    if (typeof goal !== "number") return goal;
    let position: Position | null = null;
    while (position === null) position = await world.workTowards(goal);
    const { fired, total } = tally;
    return { type: "clock-advanced", from, to: goal, fromPosition, position, fired, firedTotal: total };
  } finally {
    if (held) world.releaseClock();
  }
}

interface Tally {
  readonly fired: Fired[];
  total: number;
}

function count(tally: Tally, { first, at, events }: Step): void {
  tally.total += events.length;
  for (const [i, event] of events.entries()) {
    if (tally.fired.length < firedLimit) tally.fired.push({ at, position: first + i, event });
  }
}

function goalOf(target: AdvanceTarget, { world, at }: Moment): Instant | AdvanceOutcome {
  if ("toNext" in target) return nextDue(world)?.at ?? at;
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
