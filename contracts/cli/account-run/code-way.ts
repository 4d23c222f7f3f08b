import { InvalidArgumentError } from "commander";
import { SaldoClient } from "../../../src/client/saldo-client.ts";
import type { CodeSource } from "../../target/codes/code-source.ts";
import { CommandCodes } from "../../target/codes/command-codes.ts";
import type { Dialogue } from "../../target/codes/dialogue.ts";
import { InboxCodes } from "../../target/codes/inbox-codes.ts";
import { PromptCodes } from "../../target/codes/prompt-codes.ts";

/** How a run gets the codes of withdrawals. */
export type CodeWay =
  | { readonly kind: "inbox" }
  | { readonly kind: "prompt" }
  | { readonly kind: "command"; readonly command: string };

const ALLOWED = "Allowed are prompt, inbox, and command:<shell command that prints the code>.";

/** Reads the value of `--otp`, which may have a secret in it. Throws `InvalidArgumentError`. */
export function codeWay(text: string): CodeWay {
  if (text === "inbox" || text === "prompt") return { kind: text };
  const [, command = ""] = /^command:(.*)$/s.exec(text) ?? [];
  if (command.trim() !== "" && !command.includes("\0")) return { kind: "command", command };
  if (!text.startsWith("imap:")) throw new InvalidArgumentError(ALLOWED);
  throw new InvalidArgumentError(`${ALLOWED} A mailbox is read by a command: docs/contracts.md has one of ten lines.`);
}

/** Nothing is read or started before the first code is asked for. */
export function openCodeWay(way: CodeWay, url: string, apiKey: string | undefined, dialogue: Dialogue): CodeSource {
  if (way.kind === "prompt") return new PromptCodes(dialogue);
  if (way.kind === "command") return new CommandCodes(way.command);
  const { inbox, company } = new SaldoClient({ url, apiKey: apiKey ?? null });
  return new InboxCodes(inbox, company);
}
