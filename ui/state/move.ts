import type { Answer } from "../../src/client/answer.ts";
import { type HistoryEvent, isHistoryEvent } from "../live/history-event.ts";
import type { Action } from "./action.ts";

/** A move in time, with what it did. */
export interface Move {
  readonly kind: "advance" | "rewind" | "reset";
  /** Where the history was before, to which an undo goes back. */
  readonly fromPosition: number;
  /** Where it was after. What comes later is no part of the move. */
  readonly toPosition: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** What happened, in order; of very many only the first ones. */
  readonly events: readonly HistoryEvent[];
  readonly total: number;
  readonly attempts: { readonly succeeded: number; readonly failed: number };
}

/** Returns the move that an answer tells of; that to a rewind or a reset does not say what time it was before. */
export function moveOf({ template }: Action, answer: Answer, beforeMs: number): Move {
  const fired = answer.at("fired");
  const toPosition = Number(answer.at("position"));
  if (!Array.isArray(fired)) {
    const toMs = Date.parse(answer.text("now"));
    const attempts = { succeeded: 0, failed: 0 };
    const kind = template === "/reset" ? "reset" : "rewind";
    // The rewind itself is the one event that it adds.
    const fromPosition = toPosition - 1;
    return { kind, fromPosition, toPosition, fromMs: beforeMs, toMs, events: [], total: 0, attempts };
  }
  return {
    kind: "advance",
    fromPosition: Number(answer.at("fromPosition")),
    toPosition,
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
