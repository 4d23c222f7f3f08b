import type { Command } from "commander";
import { endingWith, STATUS } from "../../../src/cli/ended.ts";
import { addOptions, type OptionSpec } from "../../../src/cli/option.ts";
import type { CommandLine } from "../../../src/cli/output.ts";
import { runOptions } from "../account-run/run-options.ts";
import { JUDGING_OPTIONS } from "./chosen-clauses.ts";
import type { ContractChoice } from "./contract.ts";

export function addContractCommand(program: Command, { output, end }: CommandLine): void {
  addOptions(program.command("contract"), OPTIONS)
    .description("check a sandbox or a deployment against the documented clauses, and observe where they are silent")
    .addHelpText("after", help)
    // To a reader of the status, wrong flags must not look like a broken target.
    .exitOverride(endingWith(STATUS.usage))
    .action(async (choice: ContractChoice) => {
      // Loaded only now, because the suite's runner is large.
      const { runContract } = await import("./contract.ts");
      end(await runContract(choice, output));
    });
}

const OPTIONS: readonly OptionSpec[] = [
  ["--in-process", "start a sandbox for the run"],
  ...runOptions("address of a sandbox or a deployment"),
  ["--save-har <file>", "write the requests and deliveries of the run as HAR 1.2, without secrets"],
  ...JUDGING_OPTIONS,
];

const help = `
Exit status: 0 every clause that was judged passed, 1 a clause is broken, 2 wrong flags or files, 3 some documented clause was not judged,
4 the suite made a mistake, 5 (--since) nothing new is broken, but the target behaves differently.

Examples:
  saldo contract --in-process                              the suite against a sandbox of its own
  saldo contract --url http://127.0.0.1:4400 --html report.html
                                                           a running sandbox, in worlds made for the run
  saldo contract --url https://api.acme.dev/v1 --api-key KEY
                                                           a deployment, reading only
  saldo contract --har traffic.har                         what a browser or a proxy has recorded
  saldo contract --url https://api.acme.dev/v1 --api-key KEY --allow open,settle,webhooks --budget 1500 \\
      --patience 10m --otp prompt --receiver-port 8080 --receiver-url https://hooks.acme.dev
                                                           all that needs no driver, with at most R$ 15.00 of real money`;
