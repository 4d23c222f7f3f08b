import type { CallRedaction } from "./call-redaction.ts";
import type { CallBeginning, ReceivedCall, ShownCall } from "./received-call.ts";

/** Which calls are listed. */
export interface WantedCalls {
  readonly limit?: number | undefined;
  readonly operationId?: string | undefined;
  readonly status?: number | undefined;
  /** Only calls with a smaller number. */
  readonly before?: number | undefined;
  /** Only calls with a larger number. */
  readonly after?: number | undefined;
}

export const DEFAULT_LIMIT = 100;

/** The last calls that a world has received. Rejects with `Unavailable` if the store that keeps them is away. */
export interface RequestJournal {
  /** `openCodes`: those of the world's open withdrawals, which are hidden wherever a caller puts them. */
  receive(
    received: Omit<CallBeginning, "requestId">,
    redaction: CallRedaction,
    openCodes: () => readonly string[],
  ): ReceivedCall;
  /** Returns calls of one operation or of all, newest first. */
  newest(wanted: WantedCalls): Promise<readonly ShownCall[]>;
  /** Returns those of them that have ended, as soon as there is one; none if the signal is aborted before. */
  ended(wanted: WantedCalls, signal: AbortSignal): Promise<readonly ShownCall[]>;
  /**
   * Resolves with what yields the calls that end from now on, until the signal is aborted. Somebody who reads slowly
   * misses all but the newest.
   */
  follow(): Promise<(signal: AbortSignal) => AsyncIterable<ShownCall>>;
  /** Ends what follows it: its world is gone. */
  end(): void;
}
