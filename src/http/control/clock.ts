import { nextDueAt } from "../../domain/schedule.ts";
import { type AdvanceOutcome, type AdvanceTarget, advance } from "../../engine/advance.ts";
import type { Memory } from "../../engine/world/memory.ts";
import type { Moment } from "../../engine/world/moment.ts";
import type { operations } from "../../spec/generated/control-api.ts";
import { instantOf } from "../../spec/given-instant.ts";
import { tellProblems } from "../../spec/problem.ts";
import type { View } from "../../spec/renderer.ts";
import type { Handlers } from "../server/handler.ts";
import { eventView } from "../view/event-view.ts";
import { isoInstant, isoInstantOrNull } from "../view/instant-text.ts";

export interface AdvanceTerms {
  /** An advance ends when it has caused this many events. */
  readonly maxEvents: number;
  readonly memory: Memory;
}

export const clockHandlers = ({ maxEvents, memory }: AdvanceTerms) =>
  ({
    getClock: {
      answer: (_call, session) => session.readWorld((moment) => ({ type: "clock-read", ...clockView(moment) })),
    },
    setClock: {
      answer: ({ body }, { world }) =>
        world.setClock((transaction) => {
          const { mode, rate } = transaction.world.clock;
          transaction.run({ type: "set-clock", mode: body.mode ?? mode, rate: body.rate ?? rate });
          return { type: "clock-set", ...clockView(transaction) };
        }),
    },
    advanceClock: {
      answer: async ({ body }, { world }, caller) => {
        const interruption = () => (memory.isFull ? "memory-full" : caller.destroyed ? "caller-gone" : null);
        return advanceView(await advance(world, targetOf(body), { maxEvents, interruption }), world.seed);
      },
    },
  }) satisfies Partial<Handlers<operations>>;

/** Shows the clock of a world, also in its event stream. */
export function clockView({ world, at, position }: Moment) {
  const { mode, rate } = world.clock;
  return { now: isoInstant(at), mode, rate, nextDueAt: isoInstantOrNull(nextDueAt(world)), position };
}

/** The document's schema requires exactly one of the three. */
function targetOf({ by, to }: { by?: string; to?: string }): AdvanceTarget {
  if (by !== undefined) return { by };
  return to === undefined ? { toNext: true } : { to: instantOf(to) };
}

function advanceView(outcome: AdvanceOutcome, seed: string): View {
  if (outcome.type === "advance-into-past") {
    const now = isoInstant(outcome.now);
    const to = isoInstant(outcome.to);
    const back = `To go back: POST /sandbox/rewind {"at": "${to}"}.`;
    const message = `The clock shows ${now} already; it only goes forward. ${back}`;
    return { type: outcome.type, message, ...{ now, to } };
  }
  if (outcome.type === "value-not-allowed") {
    return { ...outcome, message: tellProblems(outcome.problems) };
  }
  if (outcome.type === "agenda-does-not-settle") {
    const at = isoInstant(outcome.at);
    const message = `The clock stands at ${at}: for ${outcome.generations} rounds attempts made something happen there that made attempts necessary.`;
    return { ...outcome, message, ...{ at } };
  }
  if (outcome.type === "advance-not-finished") return notFinishedView(outcome);
  const { from, to, fired, firedTotal } = outcome;
  const view = {
    ...outcome,
    from: isoInstant(from),
    to: isoInstant(to),
    fired: fired.map((fact) => eventView(fact, seed)),
    truncated: fired.length < firedTotal,
  };
  return view;
}

type NotFinished = Extract<AdvanceOutcome, { type: "advance-not-finished" }>;

function notFinishedView({ reason, ...outcome }: NotFinished): View {
  const [from, at, to] = [isoInstant(outcome.from), isoInstant(outcome.at), isoInstant(outcome.to)];
  const done = `The clock stands at ${at}; all that was due by then is done. To go on, advance to ${to}.`;
  const type = reason === "memory-full" ? reason : outcome.type;
  return { ...outcome, type, message: `${whyNotFinished(reason, outcome)} ${done}`, ...{ from, at, to } };
}

function whyNotFinished(reason: NotFinished["reason"], { firedTotal }: Pick<NotFinished, "firedTotal">): string {
  switch (reason) {
    case "event-limit":
      return `The advance has caused ${firedTotal} events, which is as many as one advance may (SALDO_ADVANCE_EVENTS).`;
    case "memory-full":
      return "The advance ended because the sandbox is low on memory; delete or reset worlds, or start it with a larger heap.";
    case "caller-gone":
      return "The caller has closed the connection.";
  }
}
