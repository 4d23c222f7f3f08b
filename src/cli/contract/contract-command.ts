import { type Command, InvalidArgumentError } from "commander";
import { type CodeSourceSpec, parseCodeSource } from "../../../contracts-old/codes/code-source.ts";
import { endingWith, STATUS } from "../ended.ts";
import { addOptions, type OptionSpec } from "../option.ts";
import { headerSecret, listOf, parseDurationMs, wholeNumber } from "../option-values.ts";
import type { CommandLine } from "../output.ts";
import { RECEIVER_OPTIONS, targetOptions } from "../target-options.ts";
import { reasonOf } from "../user-error.ts";
import { CLAUSE_OPTIONS } from "./chosen-clauses.ts";
import { type ContractChoice, type Permission, permissions } from "./contract-choice.ts";

/** Adds `saldo contract`. */
export function addContractCommand(program: Command, { output, end }: CommandLine): void {
  addOptions(program.command("contract"), OPTIONS)
    .description("check a sandbox or a deployment against the documented clauses, and observe where they are silent")
    .addHelpText("after", help)
    // Wrong flags must not look like a broken target to whoever reads the status.
    .exitOverride(endingWith(STATUS.usage))
    .action(async (choice: ContractChoice) => {
      // Loaded only now, because the suite's runner is large.
      const { runContract } = await import("./contract.ts");
      end(await runContract(choice, output));
    });
}

const cents = wholeNumber(1, 999_999_999_999, "a whole number of cents");

const OPTIONS: readonly OptionSpec[] = [
  ["--in-process", null, "start a sandbox for the run"],
  ...targetOptions("address of a sandbox or a deployment", "https://api.acme.dev/v1"),
  ["--api-key <key>", "SALDO_API_KEY", "API key of the account on a deployment", { secret: headerSecret }],
  ["--no-control-plane", null, "treat a sandbox as a deployment: wait for time to pass"],
  ["--overlay <file>", "SALDO_OVERLAY", "OpenAPI Overlay with the target's own names"],
  [
    "--allow <what,...>",
    null,
    "on a real account: open withdrawals, settle them, create webhooks",
    { standard: [], standardText: "none: only reading", parse: allowed },
  ],
  [
    "--budget <cents>",
    null,
    "how much --allow settle may pay out in all",
    { standard: 0, standardText: "none", parse: cents },
  ],
  ["--cancel-open", null, "cancel a withdrawal that is already open, instead of stopping"],
  ["--value <cents>", null, "amount of each withdrawal; the target's minimum if unset", { parse: cents }],
  [
    "--patience <duration>",
    null,
    "how long each clause waits for time to pass: 90s, 5m, PT5M",
    { standard: 0, standardText: "none", parse: patience },
  ],
  [
    "--otp <source>",
    "SALDO_OTP",
    "where one-time codes come from: prompt, command:<cmd>, imap:<url>, inbox (of a sandbox)",
    { secret: codeSource },
  ],
  ...RECEIVER_OPTIONS,
  ["--baseline <file>", null, "clauses that are known to be broken, one a line, # comments"],
  ["--write-overlay <file>", null, "write what was observed as an OpenAPI Overlay"],
  ...CLAUSE_OPTIONS,
];

const help = `
Exit status: 0 every clause that ran passed, 1 a clause is broken, 2 wrong flags or files, 3 some clause could not run,
4 the suite itself failed.

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
  const words = listOf(text);
  const unknown = words.find((word) => !permissions.some((permission) => permission === word));
  if (unknown !== undefined)
    throw new InvalidArgumentError(`"${unknown}" is unknown. Allowed are ${permissions.join(", ")}.`);
  return permissions.filter((permission) => words.includes(permission));
}

function patience(text: string): number {
  const ms = parseDurationMs(text);
  if (ms) return ms;
  throw new InvalidArgumentError("Allowed is a duration of minutes and seconds, such as 90s, 5m or PT5M30S.");
}
