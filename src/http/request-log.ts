import type { Instant } from "../domain/instant.ts";

/** One answered request. Holds no header, no query and no body, so that no key, code or secret can be in it. */
export interface RequestEntry {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  /** The outcome's name; null for what is no operation, as the document itself. */
  readonly outcome: string | null;
  readonly worldId: string | null;
  /** The world's time when the answer left. */
  readonly worldAt: Instant | null;
  readonly durationMs: number;
}

export type RequestLog = (entry: RequestEntry) => void;
