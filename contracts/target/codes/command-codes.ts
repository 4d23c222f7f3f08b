import { commandEnvironment, lastLine, runCommand } from "../../../src/shell/ended-command.ts";
import { mistakeInId } from "../driver/shell-command.ts";
import { codeIn, numbersIn } from "./code-in-text.ts";
import { type CodeRequest, type CodeSource, MAX_CODE_WAIT_MS, NoCode, type ReadCode } from "./code-source.ts";

/** Reads the codes that a shell command prints, and waits for them. Messages never repeat it: it may have secrets. */
export class CommandCodes implements CodeSource {
  readonly #command: string;
  readonly #maxWaitMs: number;
  /** Numbers of the mails that were read. */
  readonly #shown: string[] = [];

  constructor(command: string, maxWaitMs = MAX_CODE_WAIT_MS) {
    this.#command = command;
    this.#maxWaitMs = maxWaitMs;
  }

  async read(request: CodeRequest, signal: AbortSignal): Promise<ReadCode> {
    const endsAt = Date.now() + this.#maxWaitMs;
    for (;;) {
      const { stdout, status, how } = await this.#run(request, signal, endsAt);
      if (status !== 0) throw new NoCode(`the command for codes ${how}`);
      const code = codeIn(stdout, request.known, this.#shown);
      if (code !== undefined) {
        this.#shown.push(...numbersIn(stdout));
        return { code };
      }
      // The mail may still be on its way, and a command that only looks once is simpler to write.
      if (Date.now() + RETRY_MS > endsAt) {
        throw new NoCode(`the command for codes printed no new code within ${this.#maxWaitMs / 1_000} s`, true);
      }
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }

  async #run({ withdrawId, sentAfter, apiKey }: CodeRequest, signal: AbortSignal, endsAt: number) {
    signal.throwIfAborted();
    const tooLong = AbortSignal.timeout(Math.max(1, endsAt - Date.now()));
    const mistake = mistakeInId("withdrawId", withdrawId);
    if (mistake !== undefined) throw new NoCode(mistake);
    const own = { SALDO_WITHDRAW_ID: withdrawId, SALDO_SENT_AFTER: new Date(sentAfter).toISOString() };
    const env = { ...commandEnvironment(apiKey), ...own };
    const ended = await runCommand(this.#command, env, AbortSignal.any([signal, tooLong])).catch(() => undefined);
    signal.throwIfAborted();
    if (ended === undefined) throw new NoCode("the command for codes could not be started");
    if (tooLong.aborted) {
      throw new NoCode(
        `the command for codes did not end within ${this.#maxWaitMs / 1_000} s${lastLine(ended.stderr)}`,
      );
    }
    return ended;
  }
}

const RETRY_MS = 1_000;
