import { addDuration, durationProblem, type IsoDuration } from "../domain/duration.ts";
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
 * Moves a world's clock forward (design §4) and does, in order and each at its own due time, all that falls due on the
 * way. Works in slices, so that other worlds answer meanwhile. Throws `ClockBusy` when another advance is under way.
 */
export async function advance(world: LiveWorld, target: AdvanceTarget): Promise<AdvanceOutcome> {
  let held = false;
  try {
    const start = await world.transact((moment) => {
      if (!held) world.holdClock(moment.at);
      held = true;
      return { from: moment.at, fromPosition: moment.position, goal: goalOf(target, moment) };
    });
    const { from, fromPosition, goal } = start;
    if (typeof goal !== "number") return goal;
    const fired: Fired[] = [];
    let firedTotal = 0;
    const note = (step: Step) => {
      firedTotal += step.events.length;
      if (fired.length < firedLimit) fired.push(...firedBy(step).slice(0, firedLimit - fired.length));
    };
    while (await world.workTowards(goal, note));
    const position = await world.reach(goal);
    return { type: "clock-advanced", from, to: goal, fromPosition, position, fired, firedTotal };
  } finally {
    if (held) world.releaseClock();
  }
}

function goalOf(target: AdvanceTarget, { world, at }: Moment): Instant | AdvanceOutcome {
  if ("toNext" in target) return within("toNext", nextDue(world)?.at ?? at);
  if ("to" in target)
    return target.to < at ? { type: "advance-into-past", now: at, to: target.to } : within("to", target.to);
  const message = durationProblem(target.by);
  if (message !== null) return { type: "value-not-allowed", problems: [{ at: "by", message }] };
  return within("by", addDuration(at, target.by, world.settings.timeZone));
}

function within(at: string, goal: Instant): Instant | AdvanceOutcome {
  if (goal <= lastInstant) return goal;
  return { type: "value-not-allowed", problems: [{ at, message: "no clock goes beyond the year 9999" }] };
}

function firedBy({ first, at, events }: Step): Fired[] {
  return events.map((event, i) => ({ at, position: first + i, event }));
}
