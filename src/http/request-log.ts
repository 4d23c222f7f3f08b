import type { CallFaultKind } from "../domain/fault.ts";
import type { Instant } from "../domain/instant.ts";

/** One request and its end, without headers, query and body, so that no key, code or secret can be in it. */
export interface RequestEntry {
  readonly method: string;
  /** With `…` for each segment that is neither documented nor an identifier of Saldo's. */
  readonly path: string;
  /** Null when a fault has broken the connection. */
  readonly status: number | null;
  /** The outcome's name; null for what is no operation, as the document itself. */
  readonly outcome: string | null;
  /** The kind of the fault that has struck it. */
  readonly fault: CallFaultKind | null;
  readonly worldId: string | null;
  /** The world's time when the answer left. */
  readonly worldAt: Instant | null;
  readonly durationMs: number;
}

export type RequestLog = (entry: RequestEntry) => void;
