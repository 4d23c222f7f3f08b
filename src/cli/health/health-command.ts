import { type Command, InvalidArgumentError, Option } from "commander";
import { addressParser } from "../address.ts";
import type { CommandLine } from "../output.ts";
import { SecretOption } from "../secret-option.ts";

/** Adds `saldo health`. */
export function addHealthCommand(program: Command, { output, end }: CommandLine): void {
  const command = program.command("health").description("ask a running sandbox whether it is healthy");
  command
    .addOption(
      SecretOption.of(
        command,
        "--url <address>",
        "where it is; else on this machine at the port of PORT, or 4400",
        addressParser("http://127.0.0.1:4400"),
      ),
    )
    .addOption(
      new Option("--wait <seconds>", "ask until it is healthy, at most for this long")
        .argParser(seconds)
        .default(0, "ask once"),
    )
    .addHelpText(
      "after",
      `
The status it ends with: 0 it is healthy, 1 it is not.

Examples:
  saldo health                                             the one on this machine
  saldo health --url http://127.0.0.1:8080                 another one
  saldo health --wait 30                                   wait until it has started`,
    )
    .action(async ({ url, wait }: { url?: string; wait: number }) => {
      const { healthWithin } = await import("./health.ts");
      const { isWell, line } = await healthWithin(url ?? `http://127.0.0.1:${process.env.PORT || 4400}`, wait * 1_000);
      (isWell ? output.stdout : output.stderr).write(`${line}\n`);
      end(isWell ? 0 : 1);
    });
}

function seconds(text: string): number {
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Allowed is a whole number of seconds, up to 9999.");
}
