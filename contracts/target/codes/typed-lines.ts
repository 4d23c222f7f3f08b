import { EventEmitter, once } from "node:events";
import { createInterface, type Interface } from "node:readline/promises";
import type { Readable } from "node:stream";

/** What a person types on; a terminal says so. */
export type TypingInput = Readable & { readonly isTTY?: boolean };

/** Lines of a stream, kept until they are asked for. Editing is left to the terminal, and so is Ctrl+C. */
export class TypedLines {
  readonly #input: TypingInput;
  readonly #reader: Interface;
  readonly #news = new EventEmitter();
  readonly #lines: string[] = [];
  #ended: boolean;
  readonly #end = () => {
    this.#ended = true;
    this.#news.emit("news");
  };

  constructor(input: TypingInput) {
    this.#input = input;
    // One that has ended before would never say so again.
    this.#ended = input.readableEnded || input.destroyed;
    this.#reader = createInterface({ input, terminal: false });
    this.#reader.on("line", (line) => {
      this.#lines.push(line);
      this.#news.emit("news");
    });
    this.#reader.once("close", this.#end);
    this.#reader.on("error", this.#end);
  }

  /** What a person has typed without being asked answers no question; what a pipe has brought may. */
  forgetUnasked(): void {
    if (this.#input.isTTY) this.#lines.length = 0;
  }

  async next(signal: AbortSignal): Promise<string | null> {
    if (!this.#ended) this.#reader.resume();
    try {
      while (this.#lines.length === 0 && !this.#ended) await once(this.#news, "news", { signal });
    } finally {
      // What a terminal has is read at once, also what was not asked for, so that it is known to be older than the next question.
      if (!this.#ended && !this.#input.isTTY) this.#reader.pause();
    }
    return this.#lines.shift() ?? null;
  }

  close(): void {
    this.#reader.close();
  }
}
