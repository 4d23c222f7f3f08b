import type { Command } from "commander";
import { endingWith, STATUS } from "../../src/cli/ended.ts";
import { addOptions, type OptionSpec } from "../../src/cli/option.ts";
import { address, listOf, wholeNumber } from "../../src/cli/option-values.ts";
import type { CommandLine } from "../../src/cli/output.ts";
import { REPORT_OPTIONS } from "../../src/cli/report-files.ts";
import { CREDENTIAL_OPTIONS } from "../../src/cli/verbs/connection.ts";
import type { DrillCommandChoice } from "./drill-run.ts";

/** Adds `saldo drill`. */
export function addDrillCommand(program: Command, { output, end }: CommandLine): void {
  const command = program
    .command("drill")
    .argument("[file]", "what the application is, in YAML", "drill.yaml")
    .description("let everything go wrong around your application, and compare its books with the ledger")
    .exitOverride(endingWith(STATUS.usage));
  addOptions(command, OPTIONS)
    .addHelpText("after", help)
    .action(async (file: string, choice: DrillCommandChoice) => {
      // Loaded only now, so that help is fast.
      const { runDrillFile } = await import("./drill-run.ts");
      end(await runDrillFile(file, choice, output));
    });
}

const OPTIONS: readonly OptionSpec[] = [
  ["--seconds <number>", "how long", { standard: 60, parse: wholeNumber(1, 1_000_000) }],
  ["--worlds <number>", "the most worlds", { standardText: "any number", parse: wholeNumber(1, 100_000_000) }],
  ["--seed <seed>", "a whole number, or what a drill has printed to repeat one world", { standardText: "drawn" }],
  ["--only <act,...>", "acts to draw", { standardText: "all", parse: listOf }],
  ["--without <what>", "what is not done to the application", { choices: ["kill"] }],
  ["--preset <preset>", "what each world begins with: saldo preset list"],
  ["--save <file>", "write a difference as a scenario: story.arazzo.yaml"],
  [
    "--url <address>",
    "address of a running sandbox",
    { standardText: "one of its own", secret: address("http://127.0.0.1:4400") },
  ],
  ...CREDENTIAL_OPTIONS,
  ...REPORT_OPTIONS,
];

const help = `
Worlds are made in a sandbox of the drill's own; with --url in a running one, which keeps the world of a difference.

Exit status: 0 the books were right in all worlds, 1 they were not, 2 wrong flags or files, 3 the application cannot be
drilled, or the drill was interrupted, 4 the drill itself failed.

Examples:
  saldo drill                                              drill what drill.yaml describes, for a minute
  saldo drill --seconds 600 --html report.html             longer; write a page with the story
  saldo drill --seed 41.17.3/0,2,5                         repeat one world, with the steps that matter
  saldo drill --only payout --without kill                 some acts only; the application does not die
  saldo drill --preset bad-friday --save story.arazzo.yaml
                                                           on a bad day; keep the story as a scenario`;
