import { nextDueAt } from "../../domain/schedule.ts";
import { type AdvanceOutcome, type AdvanceTarget, advance } from "../../engine/advance.ts";
import type { Moment } from "../../engine/moment.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { tellProblems } from "../../spec/problem.ts";
import type { OutcomeShapes, View } from "../../spec/renderer.ts";
import type { Handlers } from "../handler.ts";
import { eventShape, eventView } from "../view/event-view.ts";
import { isoInstant, isoInstantOrNull } from "../view/instant-text.ts";

const clockShape = { now: true, mode: true, rate: true, nextDueAt: true, position: true } as const;

export const clockShapes: OutcomeShapes = {
  "clock-read": clockShape,
  "clock-set": clockShape,
  "clock-busy": {},
  "clock-advanced": {
    from: true,
    to: true,
    fromPosition: true,
    position: true,
    fired: [eventShape],
    firedTotal: true,
    truncated: true,
    attempts: { made: true, succeeded: true, failed: true },
  },
  "advance-into-past": { now: true, to: true },
  "agenda-does-not-settle": { at: true, generations: true, position: true },
};

/** The clock is read, set and advanced. */
export const clockHandlers: Handlers<Pick<operations, "getClock" | "setClock" | "advanceClock">> = {
  getClock: {
    outcomes: ["clock-read"],
    answer: (_call, session) => session.readWorld((moment) => ({ type: "clock-read", ...clockView(moment) })),
  },
  setClock: {
    outcomes: ["clock-set", "clock-busy"],
    answer: ({ body }, { world }) =>
      world.transact((transaction) => {
        world.assertClockFree();
        const { mode, rate } = transaction.world.clock;
        transaction.run({ type: "set-clock", mode: body.mode ?? mode, rate: body.rate ?? rate });
        return { type: "clock-set", ...clockView(transaction) };
      }),
  },
  advanceClock: {
    outcomes: ["clock-advanced", "advance-into-past", "value-not-allowed", "agenda-does-not-settle", "clock-busy"],
    answer: async ({ body }, { world }) => advanceView(await advance(world, targetOf(body)), world.seed),
  },
};

function clockView({ world, at, position }: Moment) {
  const { mode, rate } = world.clock;
  return { now: isoInstant(at), mode, rate, nextDueAt: isoInstantOrNull(nextDueAt(world)), position };
}

/** The document lets exactly one of the three through. */
function targetOf({ by, to }: { by?: string; to?: string }): AdvanceTarget {
  if (by !== undefined) return { by };
  return to === undefined ? { toNext: true } : { to: Date.parse(to) };
}

function advanceView(outcome: AdvanceOutcome, seed: string): View {
  if (outcome.type === "advance-into-past") {
    const now = isoInstant(outcome.now);
    const message = `The clock shows ${now} already; it only goes forward.`;
    return { type: outcome.type, message, ...{ now, to: isoInstant(outcome.to) } };
  }
  if (outcome.type === "value-not-allowed") {
    return { ...outcome, message: tellProblems(outcome.problems) };
  }
  if (outcome.type === "agenda-does-not-settle") {
    const at = isoInstant(outcome.at);
    const message = `The clock stands at ${at}: for ${outcome.generations} rounds attempts made something happen there that made attempts necessary.`;
    return { ...outcome, message, ...{ at } };
  }
  const { from, to, fired, firedTotal } = outcome;
  return {
    ...outcome,
    ...{ from: isoInstant(from), to: isoInstant(to) },
    ...{ fired: fired.map(({ position, at, event }) => eventView(position, at, event, seed)) },
    ...{ truncated: fired.length < firedTotal },
  };
}
