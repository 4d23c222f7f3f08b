import type { Command } from "commander";
import { unicodeEscape } from "../report/printed-text.ts";
import { nearest } from "../spec/nearest.ts";
import type { CommandLine } from "./output.ts";

/**
 * Has a program tell mistakes on the command line in one line, with what was perhaps meant; for an unknown command, with
 * those that are allowed. Commands that are added later do the same.
 */
export function explainMistakes(program: Command, { output, words }: Pick<CommandLine, "output" | "words">): Command {
  return program.showSuggestionAfterError(true).configureOutput({
    writeOut: (text) => output.stdout.write(text),
    writeErr: (text) => output.stderr.write(text),
    outputError(text, write) {
      const { commands, next } = wordsTaken(program, words);
      const told = explained(text.trimEnd(), commands, shown(next));
      write(`${escaped(told)}${words[0]?.startsWith("-") ? commandFirst(program, told) : ""}\n`);
    },
  });
}

function explained(text: string, commands: readonly string[], next: string): string {
  // A command with subcommands takes an unknown one for an argument.
  const near = nearest(next, commands);
  const unknown = `error: unknown command '${next}'${near === undefined ? "" : `\n(Did you mean ${near}?)`}`;
  const told = commands.length > 0 ? text.replace(/^error: too many arguments .*/, unknown) : text;
  // The value behind the = of a misspelt flag may be a secret.
  const line = told
    .replace(/^(error: unknown option '[^=']*)=.*'/s, "$1'")
    // So may what is too much.
    .replace(/^(error: too many arguments [^:]*): .*/s, "$1.")
    .replace(/\n\(Did you mean (.*)\?\)/, ". Did you mean $1?");
  // A duration with a minus is a move back, and looks like an option.
  if (/^error: unknown option '-P/.test(line)) return `${line}. Time only goes forward; to go back, use saldo rewind.`;
  if (!line.startsWith("error: unknown command")) return line;
  return `${line}${line.endsWith("?") ? "" : "."} Allowed: ${commands.join(", ")}.`;
}

/** Returns what is said of a flag without the command that it belongs to. */
function commandFirst(program: Command, told: string): string {
  const [, flag] = /^error: unknown option '(--?[\w-]+)'$/.exec(told) ?? [];
  if (flag === undefined) return "";
  const owner = program.commands.find((one) => one.options.some(({ long, short }) => flag === long || flag === short));
  return `. Write the command before its flags: saldo ${owner?.name() ?? "<command>"} ${flag}`;
}

/** Ends like an unknown command where help is asked for one: Commander would show the help of all, without a word. */
export function refuseUnknownHelp(command: Command, [word, ...rest]: readonly string[]): void {
  const found = command.commands.find((one) => one.name() === word);
  if (found !== undefined) refuseUnknownHelp(found, rest);
  const asked = word === "help" ? rest[0] : undefined;
  if (asked === undefined || asked.startsWith("-") || command.commands.some((one) => one.name() === asked)) return;
  if (asked !== "help" && command.commands.length > 0) command.error(`error: unknown command '${shown(asked)}'`);
}

/** Commander repeats a value that is not allowed, and a terminal or a log would follow what is in it. */
function escaped(line: string): string {
  return line.replaceAll(/[\p{Cc}\p{Cs}]/gu, unicodeEscape);
}

/** An address may have a password in it. */
function shown(word: string): string {
  return /[:/]/.test(word) ? "…" : word;
}

/** Returns the commands that could come next, and the word that came instead. */
function wordsTaken(command: Command, words: readonly string[]): { commands: readonly string[]; next: string } {
  const at = words.findIndex((word, index) => !word.startsWith("-") && !isValue(command, words[index - 1]));
  const next = words[at] ?? "";
  const found = command.commands.find((one) => one.name() === next);
  if (found !== undefined) return wordsTaken(found, words.slice(at + 1));
  const visible = command.createHelp().visibleCommands(command);
  return { commands: visible.map((one) => one.name()), next };
}

/** Returns whether the next word is the value of this one. */
function isValue(command: Command, before: string | undefined): boolean {
  return command.options.some(({ required, long, short = long }) => required && (long === before || short === before));
}
