import { type Command, InvalidArgumentError } from "commander";
import { endingWith, STATUS } from "../src/cli/ended.ts";
import { addOptions, type OptionSpec } from "../src/cli/option.ts";
import { typedSecret } from "../src/cli/option-values.ts";
import type { CommandLine } from "../src/cli/output.ts";
import { REPORT_OPTIONS } from "../src/cli/report-files.ts";
import { RECEIVER_OPTIONS, targetOptions } from "../src/cli/target-options.ts";
import { CONNECTION_OPTIONS, connected } from "../src/cli/verbs/connection.ts";
import type { GivenInput, ScenarioChoice } from "./inputs.ts";

export function addScenarioCommand(program: Command, { output, end }: CommandLine): void {
  const scenario = program
    .command("scenario")
    .description("play scenarios with money and time against a sandbox and check the responses")
    // To a reader of the status, wrong flags must not look like a scenario that failed.
    .exitOverride(endingWith(STATUS.usage));
  addOptions(scenario.command("run <file-or-name...>"), OPTIONS)
    .description("run scenarios: files of Arazzo 1.0, or shipped ones by name")
    .addHelpText("after", help)
    .action(async (names: readonly string[], choice: ScenarioChoice) => {
      // Loaded only now, so that help and wrong flags are fast.
      const { runScenarios } = await import("./run-scenarios.ts");
      end(await runScenarios(names, choice, output));
    });
  addOptions(scenario.command("record"), [SINCE, ...CONNECTION_OPTIONS])
    .description("write what happened in a world as a scenario, after playing it once")
    .addHelpText("after", recordHelp)
    .action(async ({ since }: { readonly since?: string }, command: Command) => {
      const { recordScenario } = await import("./record/record-scenario.ts");
      end(await recordScenario(connected(command, output), since, output));
    });
  scenario
    .command("list")
    .description("list the shipped scenarios")
    .action(async () => {
      const { listScenarios } = await import("./shipped.ts");
      await output.print(await listScenarios());
    });
}

const keyText = "with --url: play in the world of this key and keep it; in new worlds if unset";
const inputText = "input of the scenario; can be given several times";
const OPTIONS: readonly OptionSpec[] = [
  ...targetOptions("address of a running sandbox; one is started for the run if unset", "http://127.0.0.1:4400"),
  ["--api-key <key>", keyText, { secret: typedSecret }],
  ["--input <name=value>", inputText, { standard: [], standardText: "none", isRepeated: true, secret: input }],
  ...RECEIVER_OPTIONS,
  ...REPORT_OPTIONS,
  ["--save-har <file>", "write the calls and webhook deliveries of the worlds as HAR 1.2, without secrets"],
];

const SINCE: OptionSpec = ["--since <bookmark>", "record since this bookmark; since the world began if unset"];

const recordHelp = `
The API key says which world. The scenario has the calls of its companies and what was done through the control plane.
It is written only when it passes on a sandbox that is started for that.

Exit status: 0 written, 1 it does not pass, 2 wrong flags or something that cannot be recorded, 3 the sandbox cannot be
used, 4 the command itself failed.

Examples:
  saldo scenario record > bug.arazzo.yaml                  all since the world began
  saldo scenario record --since before-payout > bug.arazzo.yaml
  saldo scenario run bug.arazzo.yaml                       play it

docs/scenarios.md says what cannot be recorded.`;

const help = `
Each scenario plays in a world of its own, which begins on 2026-03-02 at 12:00 UTC, stands still until a step advances the
clock, and is deleted afterwards. The command sends the API key of the world.

Exit status: 0 all passed, 1 some criterion failed, 2 wrong flags or files, 3 the sandbox cannot be used or the run was
interrupted, 4 the command itself failed.

Examples:
  saldo scenario list                                      list what is shipped
  saldo scenario run full-withdrawal                       run a shipped one against a new sandbox
  saldo scenario run mine.arazzo.yaml --input value=30000  run a file of yours with an input
  saldo scenario run mine.arazzo.yaml --url http://127.0.0.1:4400 --junit report.xml
                                                           use a running sandbox, write a report for CI

docs/scenarios.md shows how to write one.`;

function input(text: string): GivenInput {
  const [, name, value = ""] = /^([\w-]+)=([\s\S]*)$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError("Allowed is name=value, such as value=30000.");
  return { name, value };
}
