import { computed, effect, signal } from "@preact/signals";
import type { Answer } from "../../src/client/answer.ts";
import type { HistoryEvent } from "../../src/spec/generated/control-api.ts";
import { isLostUnread } from "../live/overview.ts";
import { clockMode, worldNow } from "../live/world-clock.ts";
import { agenda, dueAfter, readAgenda } from "../rail/agenda.ts";
import { type Action, onSandbox } from "./action.ts";
import { perform } from "./perform.ts";
import { apiKey, client } from "./session.ts";

/** Where the playhead of the rail stands. Only a move of the clock or a rewind changes the world. */
export type Playhead =
  | { readonly kind: "now" }
  | { readonly kind: "past"; readonly position: number; readonly atMs: number }
  | { readonly kind: "future"; readonly atMs: number };

export const playhead = signal<Playhead>({ kind: "now" });

/** What happens to deliveries that are pending at the target of a rewind. */
export const pendingDeliveries = signal<"resume" | "cancel">("resume");

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

export const lastMove = signal<Move | null>(null);

/** Forgets the last move of a world that is no longer shown. */
export function followMove(): void {
  effect(() => {
    apiKey.value;
    lastMove.value = null;
  });
  effect(() => {
    if (isLostUnread.value) lastMove.value = null;
  });
}

/** The status of a refused undo: the world does not stand where the page thought. */
const MOVED_ON = 412;

/** How many moves wait for their answers. Until these are there, it is unknown which move is the last one. */
const underWay = signal(0);

/** How many events an undo would drop, while the page asks about them. */
export const droppedByUndo = signal(0);

/**
 * Goes back to before the last move; null if there is none. A rewind of a rewind brings everything back. The world refuses
 * if it would drop more than the page has told.
 */
export const undoAction = computed<Action | null>(() => {
  const move = lastMove.value;
  if (move === null || underWay.value > 0) return null;
  return rewindTo(move.fromPosition, move.toPosition + droppedByUndo.value);
});

export function advanceBy(by: string): Action {
  return onSandbox("POST", "/clock/advance", { body: { by } });
}

export function advanceTo(atMs: number): Action {
  return onSandbox("POST", "/clock/advance", { body: { to: new Date(atMs).toISOString() } });
}

/** Returns the advance to what is due next, also if that is a code that expires. If nothing is due, it changes nothing. */
export function advanceToNext(due = agenda.value): Action {
  const next = due?.items[0];
  if (next?.type === "code-expiry") return advanceTo(Date.parse(next.dueAt));
  return onSandbox("POST", "/clock/advance", { body: { toNext: true } });
}

/** Advances to what is due next as the world has it now: what was just done may have changed what the page has read. */
export async function travelToNext(): Promise<Answer | null> {
  const from = client.peek();
  const read = from && (await Promise.all([from.clock.read(), readAgenda(from)]).catch(() => null));
  return travel(advanceToNext(read && dueAfter(Date.parse(read[0].now), read[1])));
}

/** Returns the rewind to a position; with `from`, only if the world stands there. */
export function rewindTo(position: number, from?: number): Action {
  const condition = from === undefined ? {} : { from };
  return onSandbox("POST", "/rewind", { body: { position, deliveries: pendingDeliveries.value, ...condition } });
}

/** Returns what freezes a clock that runs, or lets one run that is frozen. */
export function toggleClock(): Action | null {
  const mode = clockMode.value?.mode;
  if (mode === undefined) return null;
  return onSandbox("PUT", "/clock", { body: { mode: mode === "frozen" ? "running" : "frozen" } });
}

const MOVES = ["/clock/advance", "/rewind", "/reset"];

export function isMove({ template }: Action): boolean {
  return MOVES.includes(template);
}

/**
 * Carries out an advance or a rewind, remembers what it did, and shows the present, unless the reader has moved the
 * playhead since: what the command did is on the page before its answer is. If an undo would drop something that the
 * page has not told, nothing happens, and the page asks.
 */
export async function travel(action: Action): Promise<Answer | null> {
  const beforeMs = worldNow.peek() ?? 0;
  const stood = playhead.peek();
  const undone = lastMove.peek();
  underWay.value += 1;
  const answer = await perform(action, MOVED_ON).finally(() => {
    underWay.value -= 1;
  });
  if (answer === null) return null;
  if (answer.status === MOVED_ON) {
    if (undone !== null && undone === lastMove.peek()) {
      droppedByUndo.value = Number(answer.at("position")) - undone.toPosition;
    }
    return null;
  }
  const move = moveOf(action, answer, beforeMs);
  const hasMoved = move.kind !== "advance" || move.total > 0 || move.toMs > move.fromMs;
  // Answers can overtake each other; the history only grows.
  if (hasMoved && move.fromPosition > (lastMove.peek()?.fromPosition ?? -1)) lastMove.value = move;
  if (playhead.peek() === stood) playhead.value = { kind: "now" };
  return answer;
}

/** Returns the move that an answer tells of; that to a rewind or a reset does not say what time it was before. */
function moveOf({ template }: Action, answer: Answer, beforeMs: number): Move {
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

function isHistoryEvent(value: unknown): value is HistoryEvent {
  return typeof value === "object" && value !== null && "position" in value && "type" in value && "data" in value;
}
