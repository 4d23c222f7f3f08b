import type { ModelSettings, Verdict } from "./model-state.ts";

/** Something that a client asks for. What it is asked of is found when it is its turn: `which` counts from the newest. */
export type Wish =
  | { do: "create-charge"; total: number; expiresInMs: number | null; paid: boolean }
  | { do: "initiate"; value: number }
  | { do: "confirm"; which: Which; isRight: boolean }
  | { do: ChargeWish | WithdrawalWish | WebhookWish | "redeliver"; which: Which }
  | { do: "create-webhook"; receiver: number; events: readonly string[] }
  | { do: "change-settings"; patch: Partial<ModelSettings> }
  | { do: "set-route"; route: string }
  | { do: "set-bookmark" | "remove-bookmark"; name: string };
type ChargeWish = (typeof chargeWishes)[number];
type WithdrawalWish = (typeof withdrawalWishes)[number];
type WebhookWish = (typeof webhookWishes)[number];

/** `isForeign`: of something that is not there, but was on a branch that was left, if there is such a thing. */
export interface Which {
  readonly back: number;
  readonly isForeign: boolean;
}

export type Advance = { do: "advance"; ms: number } | { do: "advance-to-next" };
export type Journey =
  | Advance
  | { do: "rewind"; to: Destination; deliveries: "resume" | "cancel" }
  | { do: "reset"; deliveries: "resume" | "cancel" };

/** Where to go back to; positions and instants are found when it is its turn. */
export type Destination =
  | { by: "bookmark"; name: string }
  /** A position that was told, so many before the last one. */
  | { by: "position"; back: number }
  /** The oldest position that must still be there, the newest one that need not be, others that never were any. */
  | { by: "oldest" | "forgotten" | "within-command" | "too-far" }
  | { by: "instant"; permille: number }
  | { by: "moment-of"; back: number };

/** How a process ends: when the power fails at a disk call after so many others, or when nothing is left to do. */
export interface PowerFailure {
  readonly afterCalls: number;
  readonly seed: number;
  /** While the next process opens its folder the power fails again. */
  readonly again: number | null;
}

export type Step =
  /** All asked for at once. The journey, if there is one, is asked for last. */
  | { step: "ask"; wishes: readonly Wish[]; journey: Journey | null }
  /** Asked for at once, and while it is done the power fails. */
  | { step: "crash"; wishes: readonly Wish[]; journey: Journey | null; isSaving: boolean; power: PowerFailure }
  /** The process ends and another begins; the power may fail on the way. */
  | { step: "restart"; power: PowerFailure | null }
  /** It is quiet for a while. */
  | { step: "rest" }
  | { step: "receivers"; answers: readonly Verdict[] };

export interface History {
  readonly historyLimit: number;
  readonly segmentBytes: number;
  readonly answers: readonly Verdict[];
  /** What is asked for first, one after the other, and at the very end once more after a reset. */
  readonly opening: readonly (Wish | Advance)[];
  readonly steps: readonly Step[];
}

export const chargeWishes = ["process", "pay", "expire", "refund", "chargeback"] as const;
export const withdrawalWishes = [
  "resend",
  "cancel",
  "approve",
  "decline",
  "settle-confirmed",
  "settle-failed",
] as const;
export const webhookWishes = ["delete-webhook", "reactivate", "test-webhook"] as const;
export const bookmarkNames = ["early", "late"] as const;
