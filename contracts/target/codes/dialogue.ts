import { TypedLines, type TypingInput } from "./typed-lines.ts";

interface Typed {
  write(text: string): unknown;
}

/** Asks one question after the other. While `isOpen`, what writes progress to the same terminal must not. */
export class Dialogue {
  readonly #input: TypingInput;
  readonly #output: Typed;
  #lines: TypedLines | undefined;
  #turn: Promise<void> = Promise.resolve();
  #isOpen = false;

  constructor(input: TypingInput, output: Typed) {
    this.#input = input;
    this.#output = output;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Returns what was typed, or undefined when the input has ended. Throws the signal's reason once it is aborted. */
  async ask(question: string, signal: AbortSignal): Promise<string | undefined> {
    const turn = this.#turn;
    const { promise: asked, resolve: done } = Promise.withResolvers<void>();
    this.#turn = turn.then(() => asked);
    try {
      await turn;
      signal.throwIfAborted();
      this.#isOpen = true;
      return await this.#answerTo(question, signal);
    } finally {
      this.#isOpen = false;
      done();
    }
  }

  close(): void {
    this.#lines?.close();
  }

  async #answerTo(question: string, signal: AbortSignal): Promise<string | undefined> {
    this.#lines ??= new TypedLines(this.#input);
    this.#lines.forgetUnasked();
    // Begins on a line of its own, whatever a progress line has left there.
    this.#output.write(`${this.#input.isTTY === true ? "\r\u001b[2K" : ""}${printable(question)} `);
    const line = await this.#lines.next(signal).catch(() => null);
    if (line === null) this.#output.write("\n");
    signal.throwIfAborted();
    return line ?? undefined;
  }
}

/** Questions have texts of the target in them, which must not be able to command the terminal. */
function printable(text: string): string {
  return text.replace(/[^\n\x20-\x7e]/g, "?").slice(0, 500);
}
