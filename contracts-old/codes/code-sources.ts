import type { CodeSource, CodeSourceSpec } from "./code-source.ts";
import { CommandCodes } from "./command-codes.ts";
import { ImapCodes } from "./imap-codes.ts";
import { type Fetch, InboxCodes } from "./inbox-codes.ts";
import { PromptCodes } from "./prompt-codes.ts";
import type { TypingInput } from "./typed-lines.ts";

/** What sources are made with; each takes what it needs. */
export interface CodeSourceParts {
  /** Of the target; its control plane is at /sandbox below it. */
  readonly url: string;
  readonly fetch: Fetch;
  readonly input: TypingInput;
  readonly output: NodeJS.WritableStream;
}

/** Nothing is read, started or connected to before the first code is asked for. */
export function openCodeSource(spec: CodeSourceSpec, { url, fetch, input, output }: CodeSourceParts): CodeSource {
  switch (spec.kind) {
    case "inbox":
      return new InboxCodes(url, fetch);
    case "prompt":
      return new PromptCodes(input, output);
    case "command":
      return new CommandCodes(spec.command);
    case "imap":
      return new ImapCodes(spec.account);
  }
}
