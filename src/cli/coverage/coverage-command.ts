import type { Command } from "commander";
import { endingWith, STATUS } from "../ended.ts";
import { addOptions, type OptionSpec } from "../option.ts";
import { wholeNumber } from "../option-values.ts";
import type { CommandLine } from "../output.ts";
import { SHORT_REPORT_OPTIONS } from "../report-files.ts";
import { CONNECTION_OPTIONS } from "../verbs/connection.ts";

export function addCoverageCommand(program: Command, { output, end }: CommandLine): void {
  addOptions(program.command("coverage [file...]"), OPTIONS)
    .description("tell which documented outcomes, events and faults the clients of a sandbox have met")
    .addHelpText("after", help)
    // To a reader of the status, wrong flags must not look like a coverage that is too low.
    .exitOverride(endingWith(STATUS.usage))
    .action(async (files: readonly string[], _choice: unknown, command: Command) => {
      const { runCoverage } = await import("./coverage.ts");
      end(await runCoverage(files, command, output));
    });
}

const percent = wholeNumber(0, 100, "a whole number of percent");
const OPTIONS: readonly OptionSpec[] = [
  ["--min <percent>", "fail below this", { standard: 0, parse: percent }],
  ["--world", "only the world of the key; all worlds since the sandbox started if unset"],
  ...SHORT_REPORT_OPTIONS,
  ...CONNECTION_OPTIONS,
];

const help = `
Asks a running sandbox, which counts from its start; deleted worlds count, too. With files, it asks no sandbox
and adds up these reports of --save-json: one for each sandbox of a test run.

Exit status: 0 at least --min percent were met, 1 fewer, 2 wrong flags or files, 3 the sandbox does not tell,
4 the command itself failed.

Examples:
  saldo coverage                                           what all clients have met, and what never
  saldo coverage --min 70 --junit coverage.xml             fail a build that meets less than 70 %
  saldo coverage reports/*.json --min 70                   the tests of several processes together
  saldo coverage --world --api-key KEY                     only the world of this key`;
