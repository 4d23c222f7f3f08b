import { codeIn, codesIn } from "./code-in-text.ts";
import { type CodeRequest, type CodeSource, NoCode } from "./code-source.ts";
import { type EndedCommand, runCommand } from "./ended-command.ts";

export interface CommandCodesOptions {
  readonly timeLimitMs?: number;
  /** What the command inherits, without what is the suite's own. */
  readonly environment?: NodeJS.ProcessEnv;
}

/**
 * The codes that a shell command prints. It finds SALDO_WITHDRAW_ID and SALDO_SENT_AFTER in its environment, never the
 * API key, and has until the time limit to wait for the e-mail. Messages never repeat the command: it may have secrets.
 */
export class CommandCodes implements CodeSource {
  readonly name = "command";
  readonly #command: string;
  readonly #timeLimitMs: number;
  readonly #environment: NodeJS.ProcessEnv;
  readonly #closing = new AbortController();

  constructor(command: string, { timeLimitMs = 120_000, environment = process.env }: CommandCodesOptions = {}) {
    this.#command = command;
    this.#timeLimitMs = timeLimitMs;
    this.#environment = environment;
  }

  async code(request: CodeRequest, signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    const ended = await this.#run(request, signal);
    const end = endOf(ended);
    if (ended.status !== 0) throw new NoCode(`the command ${end}`);
    const code = codeIn(ended.stdout, request.notThese);
    if (code !== null) return code;
    const printed = codesIn(ended.stdout).length > 0 ? "older codes only" : "no code of six digits";
    throw new NoCode(`the command printed ${printed}, and ${end}`);
  }

  async close(): Promise<void> {
    this.#closing.abort();
  }

  async #run(request: CodeRequest, signal: AbortSignal): Promise<EndedCommand> {
    const tooLong = AbortSignal.timeout(this.#timeLimitMs);
    const stop = AbortSignal.any([signal, this.#closing.signal, tooLong]);
    if (this.#closing.signal.aborted) throw new NoCode("the source of codes was closed");
    const ended = await this.#started(request, stop);
    signal.throwIfAborted();
    if (this.#closing.signal.aborted) throw new NoCode("the source of codes was closed");
    if (tooLong.aborted) {
      throw new NoCode(`the command did not end within ${this.#timeLimitMs / 1000} s${lastWord(ended.stderr)}`);
    }
    return ended;
  }

  async #started(request: CodeRequest, stop: AbortSignal): Promise<EndedCommand> {
    try {
      return await runCommand(this.#command, environmentFor(request, this.#environment), stop);
    } catch (error) {
      const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
      throw new NoCode(`the command could not be started (${code})`);
    }
  }
}

/** The suite's own variables may be secrets, and so may one of another name that has the key. */
function environmentFor(request: CodeRequest, inherited: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(inherited).filter(
    ([name, value]) => !name.startsWith("SALDO_") && value !== request.apiKey,
  );
  return {
    ...Object.fromEntries(others),
    SALDO_WITHDRAW_ID: request.withdrawId,
    SALDO_SENT_AFTER: request.sentAfter,
  };
}

function endOf({ status, killedBy, stderr }: EndedCommand): string {
  const how = killedBy === null ? `ended with status ${status}` : `was ended by ${killedBy}`;
  return `${how}${lastWord(stderr)}`;
}

function lastWord(stderr: string): string {
  const lines = stderr.split("\n").map((line) => line.replace(/\p{Cc}/gu, " ").trim());
  const last = lines.findLast((line) => line !== "");
  return last === undefined ? "" : `: ${last.slice(0, 200)}`;
}
