import { type Command, InvalidArgumentError } from "commander";
import { endingWith, STATUS } from "../ended.ts";
import { addOptions, type OptionSpec } from "../option.ts";
import { headerSecret, listOf, parseDurationMs, wholeNumber } from "../option-values.ts";
import type { CommandLine } from "../output.ts";
import { RECEIVER_OPTIONS, targetOptions } from "../target-options.ts";
import type { CalibrateChoice } from "./calibrate-choice.ts";

/** Adds `saldo calibrate`. */
export function addCalibrateCommand(program: Command, { output, end }: CommandLine): void {
  addOptions(program.command("calibrate"), OPTIONS)
    .description("write an overlay and a fixture with which a sandbox responds as a deployment does")
    .addHelpText("after", help)
    .exitOverride(endingWith(STATUS.usage))
    .action(async (choice: CalibrateChoice) => {
      // Loaded only now, because the suite and the sandbox are large.
      const { runCalibrate } = await import("./calibrate.ts");
      end(await runCalibrate(choice, output));
    });
}

const cents = wholeNumber(1, 999_999_999_999, "a whole number of cents");
const permissions = ["open", "settle", "webhooks"];

const OPTIONS: readonly OptionSpec[] = [
  ["--out <file>", null, "overlay to write, such as acme.yaml; the fixture goes beside it: acme.fixture.yaml"],
  ...targetOptions("address of the deployment", "https://api.acme.dev/v1"),
  ["--har <file>", null, "calibrate from recorded exchanges (HAR 1.2); --url then says where the interface was"],
  ["--api-key <key>", "SALDO_API_KEY", "API key of the account on the deployment", { secret: headerSecret }],
  ["--no-control-plane", null, "treat a sandbox as a deployment: wait for time to pass"],
  [
    "--allow <what,...>",
    null,
    "on the account: open withdrawals, settle them, create webhooks",
    { standard: [], standardText: "none: only reading", parse: allowed },
  ],
  [
    "--budget <cents>",
    null,
    "maximum that --allow settle pays out",
    { standard: 0, standardText: "none", parse: cents },
  ],
  ["--cancel-open", null, "cancel a withdrawal that is already open, instead of stopping"],
  ["--value <cents>", null, "amount of each withdrawal; the target's minimum if unset", { parse: cents }],
  [
    "--patience <duration>",
    null,
    "how long one wait may take: 90s, 5m, PT5M",
    { standard: 0, standardText: "a few seconds", parse: patience },
  ],
  ["--otp <source>", "SALDO_OTP", "where one-time codes come from: prompt, command:<cmd>", { secret: codeSource }],
  ["--driver <file>", null, "driver.yaml: how to do what no API key can do"],
  ...RECEIVER_OPTIONS,
];

const help = `
The more the run may do, the more the files say. Then a sandbox starts with both files in this process, gets the same
requests, and the command tells what still differs.

Exit status: 0 the files are written, 2 wrong flags or files, 3 the target cannot be used, 4 the command itself failed.

Examples:
  saldo calibrate --url https://api.acme.dev/v1 --api-key KEY --out acme.yaml
                                                           from reading only
  saldo calibrate --url https://api.acme.dev/v1 --api-key KEY --out acme.yaml --allow open,settle,webhooks \\
      --budget 2000 --patience 10m --otp prompt --receiver-port 8080 --receiver-url https://hooks.acme.dev
                                                           from all of it
  saldo start --overlay acme.yaml --fixture acme.fixture.yaml
                                                           a sandbox with both`;

function allowed(text: string): readonly string[] {
  const words = listOf(text);
  const unknown = words.find((word) => !permissions.includes(word));
  if (unknown === undefined) return words;
  throw new InvalidArgumentError(`"${unknown}" is unknown. Allowed are ${permissions.join(", ")}.`);
}

function patience(text: string): number {
  const ms = parseDurationMs(text);
  if (ms) return ms;
  throw new InvalidArgumentError("Allowed is a duration of minutes and seconds, such as 90s, 5m or PT5M30S.");
}

function codeSource(text: string): string {
  if (text === "prompt" || /^command:\s*\S/.test(text)) return text;
  throw new InvalidArgumentError("Allowed are prompt and command:<cmd>.");
}
