import { type Command, InvalidArgumentError, Option } from "commander";
import { type CodeSourceSpec, parseCodeSource } from "../../../contracts/codes/code-source.ts";
import { clausePatterns, reportOptions } from "../clause-options.ts";
import { endingWith, STATUS } from "../ended.ts";
import type { CommandLine } from "../output.ts";
import { headerSecret, SecretOption } from "../secret-option.ts";
import { reasonOf } from "../start-refused.ts";
import { receiverOptions, targetOptions } from "../target-options.ts";
import { type ContractChoice, type Permission, permissions } from "./contract-choice.ts";

/** Adds `saldo contract`. */
export function addContractCommand(program: Command, { output, end }: CommandLine): void {
  const command = program
    .command("contract")
    .description(
      "hold a sandbox or a deployment to the documented clauses, and see what it does where they are silent",
    );
  const options = [
    new Option("--in-process", "a sandbox of its own, started for the run"),
    ...targetOptions(command, "what runs there: a sandbox, or a deployment", "https://api.acme.dev/v1"),
    SecretOption.of(command, "--api-key <key>", "key of the account on a deployment", headerSecret).env(
      "SALDO_API_KEY",
    ),
    new Option("--no-control-plane", "treat a sandbox as a deployment: time is waited for"),
    new Option("--overlay <file>", "OpenAPI Overlay that says what the target calls things").env("SALDO_OVERLAY"),
    new Option("--allow <what,...>", "on a real account: open withdrawals, settle them, create webhooks")
      .argParser(allowed)
      .default([], "none: only reading"),
    new Option("--budget <cents>", "how much --allow settle may pay out in all").argParser(cents).default(0, "none"),
    new Option("--cancel-open", "cancel a withdrawal that is open already, in place of stopping at it"),
    new Option("--value <cents>", "amount of each withdrawal; else the least that the target says").argParser(cents),
    new Option("--patience <duration>", "how long to wait for time to pass, for each clause: 90s, 5m, PT5M")
      .argParser(duration)
      .default(0, "none"),
    SecretOption.of(
      command,
      "--otp <source>",
      "one-time codes: prompt, command:<cmd>, imap:<url>, or inbox of a sandbox",
      codeSource,
    ).env("SALDO_OTP"),
    ...receiverOptions(command),
    new Option("--only <pattern,...>", "ids of clauses to run, with * for any characters")
      .argParser(clausePatterns)
      .default([], "all"),
    new Option("--baseline <file>", "clauses that are known to be broken, one a line, # comments"),
    ...reportOptions(),
    new Option("--write-overlay <file>", "write what was observed as an OpenAPI Overlay"),
    new Option("--list", "list the clauses, and run nothing"),
  ];
  for (const option of options) command.addOption(option);
  command
    .addHelpText("after", help)
    // Wrong flags must not look like a broken target to whoever reads the status.
    .exitOverride(endingWith(STATUS.usage))
    .action(async (choice: ContractChoice) => {
      // Loaded only now: the suite's runner is the largest part of all.
      const { runContract } = await import("./contract.ts");
      end(await runContract(choice, output));
    });
}

const help = `
The status it ends with: 0 every clause that ran held, 1 a clause is broken, 2 wrong flags or files, 3 some clause could
not run, 4 the suite itself failed.

Examples:
  saldo contract --in-process                              the suite against a sandbox of its own
  saldo contract --url http://127.0.0.1:4400 --html report.html
                                                           a running sandbox, in worlds made for the run
  saldo contract --url https://api.acme.dev/v1 --api-key KEY
                                                           a deployment, reading only
  saldo contract --url https://api.acme.dev/v1 --api-key KEY --allow open,settle,webhooks --budget 1500 \\
      --patience 10m --otp prompt --receiver-port 8080 --receiver-url https://hooks.acme.dev \\
      --write-overlay acme.yaml                            all of it, with at most R$ 15.00 of real money`;

function codeSource(text: string): CodeSourceSpec {
  try {
    return parseCodeSource(text);
  } catch (error) {
    throw new InvalidArgumentError(reasonOf(error));
  }
}

function allowed(text: string): readonly Permission[] {
  const words = list(text);
  const unknown = words.find((word) => !permissions.some((permission) => permission === word));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is unknown. Allowed are ${permissions.join(", ")}.`);
  return permissions.filter((permission) => words.includes(permission));
}

function list(text: string): readonly string[] {
  return text
    .split(",")
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

function cents(text: string): number {
  const number = Number(text);
  if (/^\d{1,12}$/.test(text) && number > 0) return number;
  throw new InvalidArgumentError("Allowed is a whole number of cents, from 1 to 999999999999.");
}

function duration(text: string): number {
  const [, minutes = "0", seconds = "0"] = /^(?:PT)?(?:(\d{1,4})m)?(?:(\d{1,5})s)?$/i.exec(text) ?? [];
  const ms = (Number(minutes) * 60 + Number(seconds)) * 1_000;
  if (ms > 0) return ms;
  throw new InvalidArgumentError("Allowed is a duration of minutes and seconds, such as 90s, 5m or PT5M30S.");
}
