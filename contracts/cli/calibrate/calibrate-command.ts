import type { Command } from "commander";
import { endingWith, STATUS } from "../../../src/cli/ended.ts";
import { addOptions, type OptionSpec } from "../../../src/cli/option.ts";
import type { CommandLine } from "../../../src/cli/output.ts";
import { runOptions } from "../account-run/run-options.ts";
import type { CalibrateChoice } from "./calibrate.ts";

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

const OPTIONS: readonly OptionSpec[] = [
  ["--out <file>", "overlay to write, such as acme.yaml; the fixture goes beside it: acme.fixture.yaml"],
  ...runOptions("address of the deployment"),
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
