import { type ImapAccount, parseImapAccount } from "./imap-account.ts";

/** Which code is asked for. */
export interface CodeRequest {
  readonly withdrawId: string;
  /** ISO 8601; the code was sent at this time or later, by the suite's wall clock. */
  readonly sentAfter: string;
  /** Codes of this withdrawal that are known to be older ones. */
  readonly notThese: readonly string[];
  readonly apiKey: string;
}

/** Where the suite gets the one-time code of a withdrawal. */
export interface CodeSource {
  readonly name: string;
  /** Throws `NoCode`, or the signal's reason once that is aborted. */
  code(request: CodeRequest, signal: AbortSignal): Promise<string>;
  /** Ends what is under way; whoever still waits gets `NoCode`. */
  close(): Promise<void>;
}

/** No code came; the message says what was tried. */
export class NoCode extends Error {
  override readonly name = "NoCode";
}

/** The flag is not usable; the message says what is allowed. What was given may be a secret, and is never repeated. */
export class CodeSourceError extends Error {
  override readonly name = "CodeSourceError";
}

export type CodeSourceSpec =
  | { readonly kind: "inbox" }
  | { readonly kind: "prompt" }
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "imap"; readonly account: ImapAccount };

const allowed =
  "Allowed are inbox, prompt, command:<shell command that prints the code>, and imap:<url> such as imap:imaps://user:password@mail.example.com/INBOX.";

/** Reads the value of `--otp`. Throws `CodeSourceError`. */
export function parseCodeSource(text: string): CodeSourceSpec {
  const [, kind = text, rest] = /^([a-z]+):(.*)$/s.exec(text) ?? [];
  if ((kind === "inbox" || kind === "prompt") && rest === undefined) return { kind };
  if (kind === "command" && rest !== undefined) return commandSpec(rest);
  if (kind === "imap" && rest !== undefined) return imapSpec(rest);
  throw new CodeSourceError(`This is no source of codes. ${allowed}`);
}

function commandSpec(command: string): CodeSourceSpec {
  if (command.trim() === "" || command.includes("\0")) throw new CodeSourceError(`The command is missing. ${allowed}`);
  return { kind: "command", command };
}

function imapSpec(url: string): CodeSourceSpec {
  const parsed = parseImapAccount(url);
  if ("problem" in parsed) throw new CodeSourceError(`The mailbox is not usable: ${parsed.problem} ${allowed}`);
  return { kind: "imap", account: parsed.account };
}
