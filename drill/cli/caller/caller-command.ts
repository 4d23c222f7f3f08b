import type { Command } from "commander";
import { CLAUSE_OPTIONS } from "../../../contracts/cli/contract/chosen-clauses.ts";
import { endingWith, STATUS } from "../../../src/cli/ended.ts";
import { addOptions, type OptionSpec } from "../../../src/cli/option.ts";
import type { CommandLine } from "../../../src/cli/output.ts";
import { CONNECTION_OPTIONS } from "../../../src/cli/verbs/connection.ts";

/** Adds `saldo caller check`. */
export function addCallerCommand(program: Command, { output, end }: CommandLine): void {
  const command = program
    .command("caller")
    .description("check how an application calls the platform")
    // To a reader of the status, wrong flags must not look like a broken caller.
    .exitOverride(endingWith(STATUS.usage))
    .command("check")
    .description("judge the calls that a running sandbox has seen of your application");
  addOptions(command, OPTIONS)
    .addHelpText("after", help)
    .action(async () => {
      const { runCallerCheck } = await import("./caller-check.ts");
      end(await runCallerCheck(command, output));
    });
}

const OPTIONS: readonly OptionSpec[] = [
  ["--time-moved", "leave out clauses about pauses, because the clock was moved"],
  ...CLAUSE_OPTIONS,
  ...CONNECTION_OPTIONS,
];

const help = `
Sends nothing to your application. Let it work against the sandbox first; a clause is judged only if its situation
came: "saldo preset apply lost-answers" and "saldo fault add" make them come.

Exit status: 0 every clause that was judged passed, 1 a clause is broken, 2 wrong flags or files, 3 some clause was not judged,
or the sandbox does not tell, 4 the check itself failed.

Examples:
  saldo caller check                                       the company of the key sandbox-key
  saldo caller check --only 'withdrawals.*' --html caller.html
                                                           only how it deals with withdrawals; write a page
  saldo caller check --list                                list the clauses`;
