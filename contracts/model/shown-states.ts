import { overAt, startOf } from "../trace/order.ts";
import type { Call } from "../trace/trace.ts";
import type { Decision, Decisions } from "./decisions.ts";
import type { HistoryReading } from "./history.ts";
import { shownIn } from "./payments.ts";
import type { SeenWithdrawal } from "./withdrawals.ts";

/** What a history says of a withdrawal, with what had been decided of it until then. */
export interface ShownState {
  readonly withdrawal: SeenWithdrawal;
  readonly call: Call;
  readonly status: string;
  readonly hasEndToEndId: boolean;
  readonly done: Decision["done"] | "nothing";
  /** The time since the last decision, at least and at most. */
  readonly leastMs: number;
  readonly mostMs: number;
}

/** Returns what the histories of a trace say of the withdrawals that the trace shows being opened. */
export function shownStates(histories: readonly HistoryReading[], decisions: Decisions): readonly ShownState[] {
  return histories.flatMap((reading) =>
    [...decisions].flatMap(([withdrawal, decided]) => {
      if (withdrawal.account !== reading.account) return [];
      return shownIn(reading, withdrawal).flatMap(({ status, endToEndId }) => {
        if (typeof status !== "string") return [];
        const hasEndToEndId = typeof endToEndId === "string";
        return [{ withdrawal, call: reading.call, status, hasEndToEndId, ...lastOf(decided, reading.call) }];
      });
    }),
  );
}

function lastOf(decided: readonly Decision[], history: Call): Pick<ShownState, "done" | "leastMs" | "mostMs"> {
  const before = decided.filter(({ by }) => overAt(by) <= history.askedAt);
  const last = before.toSorted((a, b) => overAt(a.by) - overAt(b.by)).at(-1);
  if (last === undefined) return { done: "nothing", leastMs: 0, mostMs: 0 };
  return {
    done: last.done,
    leastMs: history.askedAt - overAt(last.by),
    mostMs: history.answeredAt - startOf(last.by),
  };
}
