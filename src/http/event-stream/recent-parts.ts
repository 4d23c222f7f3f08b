import type { EventPart } from "./event-part.ts";

/** Caches the newest parts of all worlds, up to a number of bytes; the oldest are dropped first. */
export class RecentParts {
  readonly #parts = new Map<string, EventPart>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  get(key: string): EventPart | undefined {
    return this.#parts.get(key);
  }

  add(key: string, part: EventPart): void {
    if (this.#parts.has(key)) return;
    this.#parts.set(key, part);
    this.#bytes += part.bytes.length;
    for (const [oldest, { bytes }] of this.#parts) {
      if (this.#bytes <= this.#maxBytes) return;
      this.#parts.delete(oldest);
      this.#bytes -= bytes.length;
    }
  }
}
