const MAX_LINES = 20;
const WINDOW_MS = 10_000;

/** Limits the lines of a kind in ten seconds: an advance over a year can make 100,000 attempts. */
export class LineLimit {
  readonly #nowMs: () => number;
  #endsAtMs = 0;
  #lines = new Map<string, number>();

  /** `nowMs`: a clock that never goes back. */
  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** Returns whether there is room for one more line: `last` when the next ones are left out. */
  take(kind: string): "yes" | "last" | "no" {
    const now = this.#nowMs();
    if (now >= this.#endsAtMs) {
      this.#endsAtMs = now + WINDOW_MS;
      this.#lines = new Map();
    }
    const lines = (this.#lines.get(kind) ?? 0) + 1;
    this.#lines.set(kind, lines);
    if (lines < MAX_LINES) return "yes";
    return lines === MAX_LINES ? "last" : "no";
  }
}
