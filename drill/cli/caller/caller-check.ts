import type { Command } from "commander";
import { type ClauseChoice, chosenClauses, listClauses } from "../../../contracts/cli/contract/chosen-clauses.ts";
import { tell } from "../../../contracts/cli/contract/contract-reports.ts";
import { TargetUnusable } from "../../../contracts/run/target-unusable.ts";
import { judged } from "../../../src/cli/ended.ts";
import type { Output } from "../../../src/cli/output.ts";
import { mustBeWritable, reportFiles } from "../../../src/cli/report-files.ts";
import { reasonOf, UserError } from "../../../src/cli/user-error.ts";
import { connected, orSandboxProblem } from "../../../src/cli/verbs/connection.ts";
import { version } from "../../../src/version.ts";
import { readCallerTrace } from "../../caller/caller-trace.ts";
import { callerClauses, judgeConduct } from "../../caller/conduct.ts";
import { callerReport } from "./caller-report.ts";

interface CallerChoice extends ClauseChoice {
  readonly timeMoved?: true;
}

/** `saldo caller check`. Returns the status to end with. */
export function runCallerCheck(command: Command, output: Output): Promise<number> {
  return judged(output, TargetUnusable, async () => {
    const choice = command.opts<CallerChoice>();
    const isTimeMoved = choice.timeMoved === true;
    const clauses = chosenClauses(choice, callerClauses);
    if (choice.list) return listClauses(clauses, output);
    await mustBeWritable(reportFiles(choice));
    const startedAt = new Date();
    const client = await connected(command, output);
    const trace = await orSandboxProblem(() => readCallerTrace(client)).catch((error: unknown) => {
      throw new TargetUnusable(reasonOf(error), { cause: error });
    });
    const findings = judgeConduct(trace, { isTimeMoved }).filter(({ id }) =>
      clauses.some((clause) => clause.id === id),
    );
    if (findings.length === 0) throw new UserError("--only: all clauses that it chooses are left out by --time-moved");
    const report = callerReport(findings, { version, startedAt, url: client.url, calls: trace.calls.length });
    return tell(report, {}, choice, output);
  });
}
