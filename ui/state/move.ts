import type { Answer } from "../../src/client/answer.ts";
import { type HistoryEvent, isHistoryEvent } from "../live/history-event.ts";

/** A move in time, with what it did. */
export interface Move {
  readonly kind: "advance" | "rewind";
  /** Where the history was before, to which an undo goes back. */
  readonly fromPosition: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** What could be withdrawn before, in cents; null if it was not known. */
  readonly availableBefore: number | null;
  /** What happened, in order; of very many only the first ones. */
  readonly events: readonly HistoryEvent[];
  readonly total: number;
  readonly attempts: { readonly succeeded: number; readonly failed: number };
}

/** Returns the move that an answer to an advance or a rewind tells of. */
export function moveOf(answer: Answer, before: { readonly nowMs: number; readonly available: number | null }): Move {
  const fired = answer.at("fired");
  const common = { fromMs: before.nowMs, availableBefore: before.available };
  if (!Array.isArray(fired)) {
    const toMs = Date.parse(answer.text("now"));
    const attempts = { succeeded: 0, failed: 0 };
    // The rewind itself is the one event that it adds.
    const fromPosition = Number(answer.at("position")) - 1;
    return { ...common, kind: "rewind", fromPosition, toMs, events: [], total: 0, attempts };
  }
  return {
    ...common,
    kind: "advance",
    fromPosition: Number(answer.at("fromPosition")),
    fromMs: Date.parse(answer.text("from")),
    toMs: Date.parse(answer.text("to")),
    events: fired.filter(isHistoryEvent),
    total: Number(answer.at("firedTotal")),
    attempts: {
      succeeded: Number(answer.at("attempts.succeeded")),
      failed: Number(answer.at("attempts.failed")),
    },
  };
}
