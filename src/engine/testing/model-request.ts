import type { ModelSettings } from "./model-state.ts";

/** What is asked for and done in one go. `target` is the key of what it is asked of, or an identifier that is in no use. */
export type ShortRequest =
  | {
      readonly do: "create-charge";
      readonly total: number;
      readonly expiresInMs: number | null;
      readonly paid: boolean;
    }
  | { readonly do: "initiate"; readonly value: number }
  | { readonly do: "confirm"; readonly target: string; readonly isRight: boolean }
  | { readonly do: TargetedMove; readonly target: string }
  | { readonly do: "create-webhook"; readonly receiver: number; readonly events: readonly string[] }
  | { readonly do: "change-settings"; readonly patch: Partial<ModelSettings> }
  | { readonly do: "set-route"; readonly route: string }
  | { readonly do: "set-bookmark" | "remove-bookmark"; readonly name: string };

export type ChargeMove = "process" | "pay" | "expire" | "refund" | "chargeback";
export type WithdrawalMove = "cancel" | "approve" | "decline" | "settle-confirmed" | "settle-failed";
export type WebhookMove = "delete-webhook" | "reactivate" | "test-webhook";
export type TargetedMove = ChargeMove | "resend" | WithdrawalMove | WebhookMove | "redeliver";

/** What takes the clock, so that the world does nothing else by itself meanwhile. */
export type LongRequest =
  | { readonly do: "advance"; readonly ms: number }
  | { readonly do: "advance-to-next" }
  | RewindRequest
  | { readonly do: "reset"; readonly deliveries: "resume" | "cancel" };

export interface RewindRequest {
  readonly do: "rewind";
  readonly to: { readonly bookmark: string } | { readonly position: number } | { readonly at: number };
  readonly deliveries: "resume" | "cancel";
}

/** What the auditor expects to be answered. */
export interface ModelAnswer {
  /** The outcome's name. */
  readonly type: string;
  /** The key of what was made, or is meant. */
  readonly of?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}
