import { durationAfter, durationProblem, type IsoDuration } from "../domain/duration.ts";
import { type Instant, lastInstant } from "../domain/instant.ts";
import { nextDueAt } from "../domain/schedule.ts";
import type { Position } from "../store/world-store.ts";
import { type Fact, factsOf } from "./history/fact.ts";
import type { HistoryPlace } from "./history/past.ts";
import type { ClockAdvance } from "./world/clock-advance.ts";
import type { LiveWorld } from "./world/live-world.ts";
import type { CommandEvents } from "./world/machine.ts";
import type { Moment } from "./world/moment.ts";
import { MAX_ROUNDS, Unsettled } from "./world/rounds.ts";

/** How far an advance goes: for a duration, to an instant, or to the next item that falls due. */
export type AdvanceTarget = { readonly by: IsoDuration } | { readonly to: Instant } | { readonly toNext: true };

export interface AdvanceProgress {
  readonly from: Instant;
  /** The target. */
  readonly to: Instant;
  readonly fromPosition: Position;
  readonly position: Position;
  readonly firedTotal: number;
  /** The attempts that this advance made. Attempts that were under way before are awaited but not counted. */
  readonly attempts: Readonly<Tally["attempts"]>;
}

/** What can end an advance before its target. */
export interface AdvanceLimits {
  /** The advance ends with the instant in which it has caused this many events, if more is due by its target. */
  readonly maxEvents: number;
  /** Is asked before every step. Returns why the advance must end with the present instant, or null. */
  interruption(): Interruption | null;
}

export type Interruption = "caller-gone" | "memory-full";

export const defaultAdvanceEvents = 1_000_000;

export type AdvanceOutcome =
  | (AdvanceProgress & {
      type: "clock-advanced";
      /** The first `MAX_FIRED_LISTED` facts, in order. */
      fired: readonly Fact[];
    })
  | (AdvanceProgress & {
      type: "advance-not-finished";
      reason: "event-limit" | Interruption;
      /** The instant that the advance reached: everything due by then is done, and nothing else. */
      at: Instant;
    })
  | { type: "agenda-does-not-settle"; at: Instant; generations: number; position: Position }
  | { type: "advance-into-past"; now: Instant; to: Instant }
  | { type: "value-not-allowed"; problems: readonly { at: string; message: string }[] };

export const MAX_FIRED_LISTED = 1_000;

const noLimits: AdvanceLimits = { maxEvents: Number.POSITIVE_INFINITY, interruption: () => null };

/**
 * Moves a world's clock forward and does everything that falls due on the way, in order and each item at its own due
 * time. This includes delivery attempts. Works in slices, between which other worlds respond. If the limits end
 * an advance, another advance to the same target continues it; together they do exactly what one advance would have
 * done. Throws `ClockBusy` if another advance is under way.
 */
export async function advance(
  world: LiveWorld,
  target: AdvanceTarget,
  limits: AdvanceLimits = noLimits,
): Promise<AdvanceOutcome> {
  const clock = world.advance();
  const begin = () =>
    world.transact((moment) => {
      // On the second call the count restarts: this advance did not cause what happened before.
      const tally: Tally = { fired: [], total: 0, attempts: { made: 0, succeeded: 0, failed: 0 } };
      clock.begin(moment.at, (step) => count(tally, step));
      return { from: moment.at, fromPosition: moment.position, goal: goalOf(target, moment), tally };
    });
  try {
    let start = await begin();
    const underWay = world.attemptsUnderWay();
    // Nothing else can start an attempt while the clock is paused, so one wait is enough.
    if (underWay !== null && typeof start.goal === "number") {
      await underWay;
      start = await begin();
    }
    const { from, fromPosition, goal, tally } = start;
    if (typeof goal !== "number") return goal;
    const end: { reason: "event-limit" | Interruption | null } = { reason: null };
    const mayGoOn = () => {
      // The first reason is final.
      end.reason ??= tally.total >= limits.maxEvents ? "event-limit" : limits.interruption();
      return end.reason === null;
    };
    const reached = await workUntil(world, clock, goal, mayGoOn);
    if ("type" in reached) return reached;
    const { fired, total: firedTotal, attempts } = tally;
    const progress = { from, to: goal, fromPosition, position: reached.position, firedTotal, attempts };
    const { reason } = end;
    if (reason === null || reached.at === goal) return { type: "clock-advanced", ...progress, fired };
    return { type: "advance-not-finished", ...progress, reason, at: reached.at };
  } finally {
    await clock.end();
  }
}

async function workUntil(
  world: LiveWorld,
  clock: ClockAdvance,
  goal: Instant,
  mayGoOn: () => boolean,
): Promise<HistoryPlace | AdvanceOutcome> {
  try {
    let reached: HistoryPlace | null = null;
    while (reached === null) reached = await clock.workTowards(goal, mayGoOn);
    return reached;
  } catch (error) {
    if (!(error instanceof Unsettled)) throw error;
    const position = await world.transact((moment) => moment.position);
    return { type: "agenda-does-not-settle", at: error.at, generations: MAX_ROUNDS, position };
  }
}

interface Tally {
  readonly fired: Fact[];
  total: number;
  readonly attempts: { made: number; succeeded: number; failed: number };
}

function count(tally: Tally, step: CommandEvents): void {
  tally.total += step.events.length;
  // Builds no more facts than the answer lists: an advance may cause a million events.
  if (tally.fired.length < MAX_FIRED_LISTED)
    tally.fired.push(...[...factsOf(step)].slice(0, MAX_FIRED_LISTED - tally.fired.length));
  for (const event of step.events) {
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
