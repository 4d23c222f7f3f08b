import { InvalidArgumentError } from "commander";
import { SaldoClient } from "../../../src/client/saldo-client.ts";
import type { CodeSource } from "../../target/codes/code-source.ts";
import { CommandCodes } from "../../target/codes/command-codes.ts";
import type { Dialogue } from "../../target/codes/dialogue.ts";
import { InboxCodes } from "../../target/codes/inbox-codes.ts";
import { PromptCodes } from "../../target/codes/prompt-codes.ts";

/** Makes what gets the codes of withdrawals in a run. Nothing is read or started before the first code is asked for. */
export type CodeWay = (dialogue: Dialogue, url: string, apiKey: string | undefined) => CodeSource;

const ALLOWED = "Allowed are prompt, inbox, and command:<shell command that prints the code>.";

/** Reads the value of `--otp`, which may have a secret in it. Throws `InvalidArgumentError`. */
export function codeWay(text: string): CodeWay {
  if (text === "prompt") return (dialogue) => new PromptCodes(dialogue);
  if (text === "inbox") return (_, url, apiKey) => new InboxCodes(new SaldoClient({ url, apiKey: apiKey ?? null }));
  const [, command = ""] = /^command:(.*)$/s.exec(text) ?? [];
  if (command.trim() !== "" && !command.includes("\0")) return () => new CommandCodes(command);
  if (!text.startsWith("imap:")) throw new InvalidArgumentError(ALLOWED);
  throw new InvalidArgumentError(`${ALLOWED} A mailbox is read by a command: docs/contracts.md has one of ten lines.`);
}
