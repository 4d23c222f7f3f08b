import { inReais } from "../amount.ts";
import { type CodeRequest, type CodeSource, NoCode, type ReadCode } from "./code-source.ts";
import type { Dialogue } from "./dialogue.ts";

/** The codes that a person reads in the e-mail and types. The question says what the code will pay out. */
export class PromptCodes implements CodeSource {
  readonly isPerson = true;
  readonly #dialogue: Dialogue;

  constructor(dialogue: Dialogue) {
    this.#dialogue = dialogue;
  }

  async read({ withdrawId, valueCents, mayPay, known }: CodeRequest, signal: AbortSignal): Promise<ReadCode> {
    const amount = inReais(valueCents);
    const use = mayPay ? `the run may confirm it, which pays out ${amount}` : "nothing is paid out with it";
    const question = `Code in the e-mail for withdrawal ${withdrawId} (${amount}; ${use}). An empty line gives up:`;
    for (let text = question; ; ) {
      const line = await this.#dialogue.ask(text, signal);
      if (line === undefined) throw new NoCode("no code was typed: the standard input has ended");
      const code = line.replace(/\s/g, "");
      if (code === "") throw new NoCode("the person at the terminal gave up: an empty line was typed");
      if (!/^[0-9]{4,8}$/.test(code)) text = "A code has only digits. Code:";
      else if (known.includes(code)) text = "This is an older code of the same withdrawal. Newer code:";
      else return { code };
    }
  }
}
