import type { Argument, Command, Option } from "commander";

/** What can stand where a value is wanted. Neither words nor files: anything. */
export interface Value {
  readonly words: readonly string[];
  readonly files: "files" | "folders" | null;
  /** Several, with commas between them. */
  readonly isList: boolean;
}

export interface OptionShape {
  /** `--clock`, and a short one where there is one. */
  readonly flags: readonly string[];
  readonly description: string;
  /** Null for a flag that takes none. */
  readonly value: Value | null;
}

/** A command as completion sees it. */
export interface CommandShape {
  /** Without the program's name, and empty for the program itself. */
  readonly path: readonly string[];
  readonly description: string;
  readonly options: readonly OptionShape[];
  readonly arguments: readonly Value[];
  readonly commands: readonly CommandShape[];
}

/** Words that the command tree does not have, by command and flag or argument: `start --fixture`, `scenario run`. */
export type KnownWords = ReadonlyMap<string, readonly string[]>;

export function shapeOf(command: Command, known: KnownWords, path: readonly string[] = []): CommandShape {
  const help = command.createHelp();
  const wordsFor = (flag?: string) => known.get([...path, ...(flag === undefined ? [] : [flag])].join(" ")) ?? [];
  return {
    path,
    description: command.description(),
    options: help.visibleOptions(command).map((option) => optionShape(option, wordsFor(option.long ?? ""))),
    arguments: command.registeredArguments.map((argument) => argumentShape(argument, wordsFor())),
    commands: help.visibleCommands(command).map((one) => shapeOf(one, known, [...path, one.name()])),
  };
}

/** The command itself and all below it, in the order of the help. */
export function allOf(shape: CommandShape): readonly CommandShape[] {
  return [shape, ...shape.commands.flatMap(allOf)];
}

function optionShape(option: Option, known: readonly string[]): OptionShape {
  const flags = [option.short, option.long].filter((flag) => flag !== undefined && flag !== null);
  const takesValue = option.required || option.optional;
  // The library shows the value's name in the flags only: `--data <folder>`.
  const [, name = ""] = /[<[](.*)[>\]]$/.exec(option.flags) ?? [];
  const value = takesValue ? wanted(name, option.argChoices ?? known) : null;
  return { flags, description: option.description, value };
}

function argumentShape(argument: Argument, known: readonly string[]): Value {
  return { ...wanted(argument.name(), argument.argChoices ?? known), isList: false };
}

function wanted(name: string, words: readonly string[]): Value {
  const files = name.includes("folder") ? "folders" : name.includes("file") ? "files" : null;
  return { words, files, isList: /,\.\.\.$/.test(name) };
}
