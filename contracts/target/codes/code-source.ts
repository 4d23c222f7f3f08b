import type { CodeRead } from "../../trace/trace.ts";

/** Which code is asked for. */
export interface CodeRequest {
  readonly withdrawId: string;
  readonly valueCents: number;
  /** Whether the run may confirm with it, which pays the value out. */
  readonly mayPay: boolean;
  /** Milliseconds since 1970 by the suite's wall clock: the code was sent at this time or later. */
  readonly sentAfter: number;
  /** Older codes of this withdrawal. */
  readonly known: readonly string[];
  readonly apiKey: string;
}

export type ReadCode = Pick<CodeRead, "code" | "to" | "responsible">;

/** Where the run gets the one-time code of a withdrawal. */
export interface CodeSource {
  /** A person is given all the time that is needed. */
  readonly isPerson?: boolean;
  /** Returns the code as it was sent, whatever its digits. Throws `NoCode`, or the signal's reason once it is aborted. */
  read(request: CodeRequest, signal: AbortSignal): Promise<ReadCode>;
}

/** No code came; the message says what was tried. */
export class NoCode extends Error {
  override readonly name = "NoCode";
  /** Whether the mailbox was looked into for all the time that a code may take: then none was sent. */
  readonly isMissing: boolean;

  constructor(reason: string, isMissing = false) {
    super(reason);
    this.isMissing = isMissing;
  }
}

/** How long a code may take to come. */
export const MAX_CODE_WAIT_MS = 120_000;
