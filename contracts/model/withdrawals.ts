import { type Call, isSuccess, wasRejected } from "../trace/trace.ts";

/** A code that was sent for a withdrawal. Its value is known once it was read. */
export interface Code {
  /** 1 for the code of the initiation. */
  readonly nth: number;
  /** It was sent between these two instants. */
  readonly sentAfter: number;
  readonly sentBefore: number;
  value?: string;
}

/** A withdrawal that the trace shows being opened. */
export interface SeenWithdrawal {
  readonly id: string;
  readonly account: string;
  readonly valueCents: number;
  readonly initiation: Call;
  readonly codes: Code[];
  /** What accepted requests have made of it; `unknown` once the answer to one was lost. */
  state: "open" | "confirmed" | "in-review" | "cancelled" | "unknown";
}

/** What was true when a request about withdrawals was made, by all that the trace shows before it. */
export interface Situation {
  readonly call: Call;
  readonly accepted: boolean;
  readonly rejected: boolean;
}

export interface Initiation extends Situation {
  readonly value: unknown;
  readonly open: readonly SeenWithdrawal[];
  /** What was opened; undefined unless it was accepted with an id. */
  readonly withdrawal: SeenWithdrawal | undefined;
}

/** A request about one withdrawal. */
interface OfWithdrawal extends Situation {
  /** Undefined where the trace does not show it being opened: the id may be invented, or another's. */
  readonly withdrawal: SeenWithdrawal | undefined;
  readonly state: SeenWithdrawal["state"] | undefined;
  /** Wrong codes of six digits that were rejected since the newest code was sent. */
  readonly wrongBefore: number;
  /** The same since the withdrawal was opened. */
  readonly wrongInAll: number;
  /** How many codes were sent, and how old the newest was at least and at most. */
  readonly codeNth: number;
  readonly codeAge: Age;
}

export interface Age {
  readonly leastMs: number;
  readonly mostMs: number;
}

/** Which code a confirmation gives, as far as that is known; `unknown` where the code of the mail was not read. */
export type GivenCode = "right" | "superseded" | "wrong" | "absent" | "malformed" | "unknown";

export interface Confirmation extends OfWithdrawal {
  readonly code: GivenCode;
  /** Requests for a new code that were rejected since the newest one was sent. */
  readonly resendsRejectedBefore: number;
}

export type Resend = OfWithdrawal;
export type Cancellation = OfWithdrawal;

export interface WithdrawalRequests {
  /** Whether requests may be missing, as in a recording: then only later requests show that a withdrawal was open. */
  readonly isPartial: boolean;
  readonly withdrawals: readonly SeenWithdrawal[];
  readonly initiations: readonly Initiation[];
  readonly confirmations: readonly Confirmation[];
  readonly resends: readonly Resend[];
  readonly cancellations: readonly Cancellation[];
}

export function saysReview({ response }: Call): boolean {
  return JSON.stringify(response?.json ?? null).includes('"PENDING_REVIEW"');
}

export function answered(call: Call): Situation {
  return { call, accepted: isSuccess(call), rejected: wasRejected(call) };
}
