import { type Command, InvalidArgumentError, Option } from "commander";
import { clausePatterns, reportOptions } from "../clause-options.ts";
import { endingWith, STATUS } from "../ended.ts";
import type { CommandLine } from "../output.ts";
import { SecretOption } from "../secret-option.ts";
import type { Header, ReceiverChoice } from "./receiver-choice.ts";

/** Adds `saldo receiver check`. */
export function addReceiverCommand(program: Command, { output, end }: CommandLine): void {
  const command = program
    .command("receiver")
    .description("check a receiver of webhooks")
    // Wrong flags must not look like a broken receiver to whoever reads the status.
    .exitOverride(endingWith(STATUS.usage))
    .command("check")
    .argument("[url]", "where the receiver takes webhooks")
    .description("hold your own receiver of webhooks to the rules of deliveries, with signed letters and forged ones");
  const options = [
    SecretOption.of(
      command,
      "--secret <secret>",
      "of the webhook; once for each, if the receiver is for several, or all in the variable with commas",
      each(secret),
    ).env("SALDO_WEBHOOK_SECRET"),
    SecretOption.of(
      command,
      "--header <line>",
      "one that a gateway wants, as 'name: value'; may be given several times",
      each(header),
    ).default([], "none"),
    new Option("--timeout <duration>", "how long an answer may take: 500ms, 5s")
      .argParser(duration)
      .default(10_000, "10s, as long as the platform waits"),
    new Option("--strict", "what is only recommended counts as much as what is documented"),
    new Option("--only <pattern,...>", "ids of clauses to check, with * for any characters")
      .argParser(clausePatterns)
      .default([], "all"),
    ...reportOptions(),
    new Option("--list", "list the clauses, and send nothing"),
  ];
  for (const option of options) command.addOption(option);
  command.addHelpText("after", help).action(async (url: string | undefined, choice: ReceiverChoice) => {
    const isOfEnvironment = command.getOptionValueSource("secret") === "env";
    // Loaded only now, so that help comes without the check's code.
    const { runReceiverCheck } = await import("./receiver-check.ts");
    const secret = isOfEnvironment ? wordsOf(choice.secret) : choice.secret;
    end(await runReceiverCheck(url, { ...choice, ...(secret && { secret }) }, output));
  });
}

const help = `
The receiver is sent letters about charges that do not exist: let it have no real data behind it.

The status it ends with: 0 every clause that ran held, 1 a clause is broken, 2 wrong flags or files, 3 some clause could
not run, or nothing answers there, 4 the check itself failed.

Examples:
  saldo receiver check http://localhost:3000/hooks --secret whsec_3f9a
                                                           all clauses, with letters signed with this secret
  SALDO_WEBHOOK_SECRET=whsec_3f9a saldo receiver check http://localhost:3000/hooks --html report.html
                                                           the secret is not in the list of processes; a page to read
  saldo receiver check https://staging.shop.dev/hooks --secret whsec_3f9a --header 'Authorization: Bearer KEY'
                                                           through a gateway that wants a key
  saldo receiver check http://localhost:3000/hooks --secret whsec_3f9a --only 'signature.*' --strict
                                                           only what is about signatures; recommendations count, too
  saldo receiver check --list                              every clause, in a sentence`;

/** A variable can be given only once, so that several secrets stand in it, with commas or spaces between them. */
function wordsOf(texts: readonly string[] = []): readonly string[] {
  return texts.flatMap((text) => text.split(/[\s,]+/)).filter((word) => word !== "");
}

/** An option that may be given several times. */
function each<T>(parse: (text: string) => T): (text: string, before: readonly T[] | undefined) => readonly T[] {
  return (text, before = []) => [...before, parse(text)];
}

function secret(text: string): string {
  // In the variable there may be several, one a line.
  if (/^(\P{Cc}|\s){1,4096}$/u.test(text)) return text;
  throw new InvalidArgumentError("Allowed are 1 to 4096 characters without control characters.");
}

/** Of the letter itself, and of the connection that it goes through. */
const taken = /^(content-type|content-length|transfer-encoding|connection|host|user-agent|x-webhook-.*)$/i;

function header(line: string): Header {
  const [, name = "", value = ""] =
    /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*([\x21-\x7e][\x20-\x7e\t]*)$/.exec(line) ?? [];
  if (name === "") throw new InvalidArgumentError("Allowed is a header such as 'Authorization: Bearer KEY'.");
  if (taken.test(name)) throw new InvalidArgumentError(`${name} is a header of the letter itself.`);
  return { name, value };
}

function duration(text: string): number {
  const [, number = "0", unit = "s"] = /^(\d{1,5})(ms|s)$/.exec(text) ?? [];
  const ms = Number(number) * (unit === "s" ? 1_000 : 1);
  if (ms >= 1 && ms <= 10_000) return ms;
  throw new InvalidArgumentError("Allowed is a duration such as 500ms or 5s, up to the 10s that the platform waits.");
}
