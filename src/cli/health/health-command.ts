import type { Command } from "commander";
import { harmless } from "../../report/printed-text.ts";
import { addOptions, type OptionSpec } from "../option.ts";
import { wholeNumber } from "../option-values.ts";
import type { CommandLine } from "../output.ts";
import { WAY_OPTIONS, type WayChoice, wayToSandbox } from "../sandbox-way.ts";

export function addHealthCommand(program: Command, { output, end }: CommandLine): void {
  addOptions(program.command("health"), OPTIONS)
    .description("ask a running sandbox whether it is healthy")
    .addHelpText("after", help)
    .action(async ({ wait, ...choice }: WayChoice & { wait: number }) => {
      const { healthWithin } = await import("./health.ts");
      const { isHealthy, line } = await healthWithin(await wayToSandbox(choice, output), wait * 1_000);
      (isHealthy ? output.stdout : output.stderr).write(`${harmless(line)}\n`);
      end(isHealthy ? 0 : 1);
    });
}

const seconds = wholeNumber(0, 9_999, "a whole number of seconds");
const OPTIONS: readonly OptionSpec[] = [
  ...WAY_OPTIONS,
  [
    "--wait <seconds>",
    "ask again until it is healthy, at most for this long",
    { standard: 0, standardText: "ask once", parse: seconds },
  ],
];

const help = `
Exit status: 0 the sandbox is healthy, 1 it is not.

Examples:
  saldo health                                             ask the sandbox on this machine
  saldo health --url http://127.0.0.1:8080                 ask another one
  saldo health --wait 30                                   wait until it has started
  NODE_EXTRA_CA_CERTS=ca.pem saldo health --url https://saldo.acme.dev:4400
                                                           trust your own authority`;
