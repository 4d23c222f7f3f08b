import { type Command, InvalidArgumentError, Option } from "commander";

/** An option of a command, as data: its flags, and what help says of it. */
export type OptionSpec = readonly [flags: string, text: string, details?: OptionDetails];

interface OptionDetails {
  /** The variable that says the same. */
  readonly env?: string;
  readonly standard?: unknown;
  /** What help says of `standard`. */
  readonly standardText?: string;
  readonly choices?: readonly string[];
  /** Throws `InvalidArgumentError` with what is allowed. */
  readonly parse?: (text: string) => unknown;
  /** Parses a value that is a secret or can have one in it, and that its messages must not repeat. */
  readonly secret?: (text: string) => unknown;
  /** Whether it can be given several times; its value is a list then. */
  readonly isRepeated?: true;
}

/** Adds options to a command. A wrong value ends the process with one line that says what is allowed. */
export function addOptions(command: Command, specs: readonly OptionSpec[]): Command {
  for (const spec of specs) command.addOption(optionOf(command, spec));
  return command;
}

function optionOf(command: Command, [flags, text, details = {}]: OptionSpec): Option {
  const { env, standard, standardText, choices, parse, secret, isRepeated } = details;
  const option = secret ? new SecretOption(flags, text) : new Option(flags, text);
  if (env !== undefined) option.env(env);
  if (standard !== undefined) option.default(standard, standardText);
  if (choices !== undefined) option.choices(choices);
  const parsed = secret ? (given: string) => parsedSecret(command, option, secret, given) : parse;
  if (parsed === undefined) return option;
  return option.argParser<unknown>((given, before) =>
    isRepeated ? [...(Array.isArray(before) ? before : []), parsed(given)] : parsed(given),
  );
}

/** An option whose value must not be repeated; a test gives each of them a wrong value. */
export class SecretOption extends Option {}

/** Commander repeats a value that is not allowed; this names only the option and what is allowed. */
function parsedSecret(command: Command, option: Option, parse: (text: string) => unknown, given: string): unknown {
  try {
    return parse(given);
  } catch (error) {
    if (!(error instanceof InvalidArgumentError)) throw error;
    // With the code of the caught error, Commander would take what `exitOverride` throws for another wrong value to show.
    const ending = { exitCode: error.exitCode, code: "saldo.invalidSecret" };
    return command.error(`error: ${namesOf(option)} is not usable. ${error.message}`, ending);
  }
}

/** Returns the flag, and the variable that says the same. */
export function namesOf({ long, flags, envVar }: Option): string {
  return envVar === undefined ? (long ?? flags) : `${long ?? flags} (${envVar})`;
}
