import { type Command, InvalidArgumentError, Option } from "commander";

/**
 * An option whose value is a secret, or can have one in it, such as a URL with a password. Commander repeats a value that
 * is not allowed; this option says only its own name and what is allowed. Every option of this kind is declared so, and a
 * test gives each of them a wrong value.
 */
export class SecretOption extends Option {
  /** `parse` throws `InvalidArgumentError`, whose message must not repeat the value; what it returns becomes the value. */
  static of<T>(
    command: Command,
    flags: string,
    description: string,
    parse: (text: string, before: T | undefined) => T,
  ): SecretOption {
    const option = new SecretOption(flags, description);
    return option.argParser<T | undefined>((text, before) => {
      try {
        return parse(text, before);
      } catch (error) {
        if (!(error instanceof InvalidArgumentError)) throw error;
        // With the code of the caught error, Commander would take what `exitOverride` throws for another wrong value to show.
        const ending = { exitCode: error.exitCode, code: "saldo.invalidSecret" };
        return command.error(`error: ${namesOf(option)} is not usable. ${error.message}`, ending);
      }
    });
  }
}

/** The flag, and the variable that says the same. */
export function namesOf({ long, flags, envVar }: Option): string {
  return envVar === undefined ? (long ?? flags) : `${long ?? flags} (${envVar})`;
}

const MAX_SECRET_CHARACTERS = 512;

/** Returns an API key or a token: what a header can carry. */
export function headerSecret(text: string): string {
  if (/^[\x21-\x7e]+$/.test(text) && text.length <= MAX_SECRET_CHARACTERS) return text;
  throw new InvalidArgumentError(`Allowed are 1 to ${MAX_SECRET_CHARACTERS} visible ASCII characters without spaces.`);
}
