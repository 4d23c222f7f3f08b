import type { IsoDuration } from "../../domain/duration.ts";
import type { DeliveriesAfterRewind } from "../../domain/event.ts";
import type { Move } from "../../domain/testing/moves.ts";

/** How an attempt ends. */
export type Verdict = "ok" | "refused" | "timeout";

export type Advance = { do: "advance"; by: IsoDuration } | { do: "advance-to-next" };

/** What takes the clock, so that the world does nothing else by itself until it ends. */
export type Journey =
  | Advance
  | { do: "rewind"; to: RewindTarget; deliveries: DeliveriesAfterRewind }
  | { do: "reset"; deliveries: DeliveriesAfterRewind };

/** Where to go back to; positions and instants are found when it is its turn. */
export type RewindTarget =
  | { by: "bookmark"; name: string }
  /** The end of a command, this many before the last one. */
  | { by: "position"; back: number }
  /** The oldest position that must still be there, the newest one that need not be, others that never were any. */
  | { by: "oldest" | "forgotten" | "within-command" | "too-far" }
  /** Between the beginning and the present. */
  | { by: "instant"; permille: number };

/** How a process ends: when the power fails at a disk call after this many others, or when nothing is left to do. */
export interface PowerFailure {
  readonly afterCalls: number;
  readonly seed: number;
  /** While the next process opens its folder the power fails again. */
  readonly again: number | null;
}

export type HistoryStep =
  /** All asked at once; the journey, if there is one, last. `isForeign`: of things that are on no living branch. */
  | { step: "ask"; moves: readonly Move[]; journey: Journey | null; isForeign: boolean }
  /** Asked at once, and while it is done the power fails. */
  | { step: "crash"; moves: readonly Move[]; journey: Journey | null; isSaving: boolean; power: PowerFailure }
  /** The process ends and another begins; the power may fail on the way. */
  | { step: "restart"; power: PowerFailure | null }
  /** It is quiet for a while. */
  | { step: "rest" }
  | { step: "receivers"; answers: readonly Verdict[] };

export interface RandomHistory {
  readonly historyLimit: number;
  readonly segmentBytes: number;
  readonly answers: readonly Verdict[];
  /** What is asked first, one after the other, and at the very end once more after a reset. */
  readonly opening: readonly (Move | Advance)[];
  readonly steps: readonly HistoryStep[];
}
