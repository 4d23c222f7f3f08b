import { type Command, InvalidArgumentError, Option } from "commander";
import { endingWith, STATUS } from "../ended.ts";
import type { CommandLine } from "../output.ts";
import { headerSecret, SecretOption } from "../secret-option.ts";
import { receiverOptions, targetOptions } from "../target-options.ts";
import type { GivenInput, ScenarioChoice } from "./inputs.ts";

/** Adds `saldo scenario`. */
export function addScenarioCommand(program: Command, { output, end }: CommandLine): void {
  const scenario = program
    .command("scenario")
    .description("play stories with money and time against a sandbox, and check how they end")
    // Wrong flags must not look like a scenario that failed to whoever reads the status.
    .exitOverride(endingWith(STATUS.usage));

  const run = scenario
    .command("run <file-or-name...>")
    .description("run scenarios: files of Arazzo 1.0, or shipped ones by name")
    .addHelpText("after", help)
    .action(async (names: readonly string[], choice: ScenarioChoice) => {
      // Loaded only now, so that help and wrong flags need not wait for it.
      const { runScenarios } = await import("./run-scenarios.ts");
      end(await runScenarios(names, choice, output));
    });
  for (const option of optionsOf(run)) run.addOption(option);

  scenario
    .command("list")
    .description("list the shipped scenarios")
    .action(async () => {
      const { listScenarios } = await import("./shipped.ts");
      await output.print(await listScenarios());
    });
}

function optionsOf(command: Command): readonly Option[] {
  const url = "a running sandbox; else one of its own, started for the run";
  const apiKey = "with --url: play in the world of this key, and leave it; else in new worlds";
  const inputs = "an input of the scenario; can be given several times";
  return [
    ...targetOptions(command, url, "http://127.0.0.1:4400"),
    SecretOption.of(command, "--api-key <key>", apiKey, headerSecret),
    SecretOption.of(command, "--input <name=value>", inputs, input).default([], "none"),
    ...receiverOptions(command),
    new Option("--junit <file>", "write the report as JUnit XML"),
    new Option("--json <file>", "write the report as JSON"),
  ];
}

const help = `
Each scenario plays in a world of its own that begins on 2026-03-02 at 12:00 UTC, stands still until a step advances the
clock, and is deleted afterwards. Its API key is sent by itself.

The status it ends with: 0 all passed, 1 some criterion failed, 2 wrong flags or a file that is no scenario, 3 the
sandbox cannot be used, or the run was interrupted, 4 the command itself failed.

Examples:
  saldo scenario list                                      what is shipped
  saldo scenario run full-withdrawal                       a shipped one, against a sandbox of its own
  saldo scenario run mine.arazzo.yaml --input value=30000  a file of yours, with an input
  saldo scenario run mine.arazzo.yaml --url http://127.0.0.1:4400 --junit report.xml
                                                           against a running sandbox, with a report for CI

docs/scenarios.md shows how to write one.`;

function input(text: string, before: readonly GivenInput[] = []): readonly GivenInput[] {
  const [, name, value = ""] = /^([\w-]+)=([\s\S]*)$/.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError("Allowed is name=value, such as value=30000.");
  return [...before.filter((one) => one.name !== name), { name, value }];
}
