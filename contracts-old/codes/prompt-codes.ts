import { type CodeRequest, type CodeSource, NoCode } from "./code-source.ts";
import { TypedLines, type TypingInput } from "./typed-lines.ts";
import { unlessAborted } from "./unless-aborted.ts";

/** The codes that a person reads in the e-mail and types. Who asks while another question is open waits for their turn. */
export class PromptCodes implements CodeSource {
  readonly name = "prompt";
  readonly #input: TypingInput;
  readonly #output: NodeJS.WritableStream;
  #lines: TypedLines | null = null;
  #turn: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(input: TypingInput, output: NodeJS.WritableStream) {
    this.#input = input;
    this.#output = output;
  }

  async code(request: CodeRequest, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const turn = this.#turn;
    const { promise: asked, resolve: done } = Promise.withResolvers<void>();
    this.#turn = turn.then(() => asked);
    try {
      await unlessAborted(turn, signal);
      return await this.#ask(request, signal);
    } finally {
      done();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#lines?.close();
  }

  async #ask({ withdrawId, notThese }: CodeRequest, signal: AbortSignal): Promise<string> {
    if (this.#closed) throw new NoCode("the source of codes was closed");
    this.#lines ??= new TypedLines(this.#input);
    this.#lines.forgetUnasked();
    for (;;) {
      this.#output.write(`The code of withdrawal ${printable(withdrawId)}, from the e-mail: `);
      const line = await this.#answer(this.#lines, signal);
      const code = line.replace(/\s/g, "");
      if (code === "") throw new NoCode("given up: an empty line was typed");
      if (!/^\d{6}$/.test(code)) this.#output.write("A code has six digits. An empty line gives up.\n");
      else if (notThese.includes(code)) this.#output.write("That is an older code of this withdrawal.\n");
      else return code;
    }
  }

  async #answer(lines: TypedLines, signal: AbortSignal): Promise<string> {
    const line = await lines.next(signal).catch(() => null);
    if (line !== null) return line;
    // The question stands there without an answer.
    this.#output.write("\n");
    signal.throwIfAborted();
    if (this.#closed) throw new NoCode("the source of codes was closed");
    if (this.#input.isTTY) throw new NoCode("given up: the input was ended");
    throw new NoCode("nobody can be asked: the standard input is no terminal, and has ended");
  }
}

/** Ids come from the target, which must not be able to command the terminal. */
function printable(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, "?").slice(0, 200);
}
