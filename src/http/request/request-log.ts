import type { CallFaultKind } from "../../domain/fault.ts";
import type { Instant } from "../../domain/instant.ts";

/** One request and its response, without headers, query and body, so that it contains no key, code or secret. */
export interface RequestEntry {
  readonly method: string;
  /** `…` stands for each segment that is neither documented nor an id that Saldo generated. */
  readonly path: string;
  /** Null if a fault broke the connection. */
  readonly status: number | null;
  /** The outcome's name; null for requests without an operation, such as for the document itself. */
  readonly outcome: string | null;
  /** The kind of the fault that was applied. */
  readonly fault: CallFaultKind | null;
  readonly worldId: string | null;
  /** The world's time when the response was sent. */
  readonly worldAt: Instant | null;
  readonly durationMs: number;
}

export type RequestLog = (entry: RequestEntry) => void;
