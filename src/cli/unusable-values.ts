import type { Command } from "commander";
import { ownVariables } from "./environment.ts";

/**
 * Has every command of a program end before it does anything if a word of the command line is blank, or if a word or a
 * variable has a control character or half of a surrogate pair. The error names the place and never repeats the value.
 */
export function refuseUnusableValues(program: Command, words: readonly string[]): Command {
  return program.hook("preAction", (_program, command) => {
    const problem = problemOfWords(words) ?? problemOfVariables(process.env);
    if (problem !== null) command.error(`error: ${problem}`);
  });
}

function problemOfWords(words: readonly string[]): string | null {
  for (const [index, word] of words.entries()) {
    const [, flag, value = word] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
    const before = words[index - 1] ?? "";
    const name = flag ?? (/^--?[a-z-]+$/.test(before) ? before : `argument ${index + 1}`);
    if (value.trim() === "") return `${name} is blank; give it a value, or leave it out`;
    const character = unusableCharacter(value);
    if (character !== null) return `${name} is not usable: it has ${character}`;
  }
  return null;
}

function problemOfVariables(environment: NodeJS.ProcessEnv): string | null {
  for (const [name, value] of ownVariables(environment)) {
    const character = unusableCharacter(value);
    if (character !== null) return `the variable ${name} is not usable: it has ${character}`;
  }
  return null;
}

/** Returns the first character that no value can have, and where it is; null if there is none. */
export function unusableCharacter(text: string): string | null {
  const found = /[\p{Cc}\p{Cs}]/u.exec(text);
  if (found === null) return null;
  const [character] = found;
  const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
  const known =
    NAMES.get(character) ?? (/\p{Cs}/u.test(character) ? "half of a surrogate pair" : "a control character");
  return `${known} (U+${code}) at position ${found.index + 1}; remove it`;
}

/** Those that come by accident: from a file with line ends of Windows, or with one line too many. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["\r", "a carriage return"],
  ["\n", "a line end"],
  ["\t", "a tab"],
]);
