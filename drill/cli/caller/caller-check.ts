import type { Command } from "commander";
import { type ClauseChoice, chosenClauses, listClauses } from "../../../contracts/cli/contract/chosen-clauses.ts";
import { tell } from "../../../contracts/cli/contract/contract-reports.ts";
import { checkReport } from "../../../contracts/report/check-report.ts";
import type { ClauseResult } from "../../../contracts/report/report.ts";
import { TargetUnusable } from "../../../contracts/run/target-unusable.ts";
import type { Exchange } from "../../../contracts/trace/evidence.ts";
import { judged } from "../../../src/cli/ended.ts";
import type { Output } from "../../../src/cli/output.ts";
import { mustBeWritable, reportFiles } from "../../../src/cli/report-files.ts";
import { reasonOf, UserError } from "../../../src/cli/user-error.ts";
import { connected, orSandboxProblem } from "../../../src/cli/verbs/connection.ts";
import type { ReceivedRequest } from "../../../src/spec/generated/control-api.ts";
import { version } from "../../../src/version.ts";
import { readCallerTrace } from "../../caller/caller-trace.ts";
import { type ConductFinding, callerClauses, judgeConduct } from "../../caller/conduct.ts";

interface CallerChoice extends ClauseChoice {
  readonly timeMoved?: true;
}

/** `saldo caller check`. Returns the status to end with. It reports in the forms of the contract suite. */
export function runCallerCheck(command: Command, output: Output): Promise<number> {
  return judged(output, TargetUnusable, async () => {
    const choice = command.opts<CallerChoice>();
    const clauses = chosenClauses(choice, callerClauses);
    if (choice.list) return listClauses(clauses, choice, output);
    await mustBeWritable(reportFiles(choice));
    const startedAt = new Date();
    const client = await connected(command, output);
    const trace = await orSandboxProblem(() => readCallerTrace(client)).catch((error: unknown) => {
      throw new TargetUnusable(reasonOf(error), { cause: error });
    });
    const findings = judgeConduct(trace, { isTimeMoved: choice.timeMoved === true });
    const results = findings.filter(({ id }) => clauses.some((clause) => clause.id === id)).map(resultOf);
    if (results.length === 0) throw new UserError("--only: all clauses that it chooses are left out by --time-moved");
    const target = { url: client.url, kind: "caller" } as const;
    const remarks = [`${trace.calls.length} calls were judged.`];
    return tell(checkReport({ version, startedAt, target, results, remarks }), {}, choice, output);
  });
}

/** The page that has the fixes as code. */
const page = "docs/caller-check.md";

/** Returns a finding as data without secrets: the journal has none. */
function resultOf({ breaches, situation, fix, ...finding }: ConductFinding): ClauseResult {
  const { id, verdict } = finding;
  const reasons = [...new Set(breaches.map(({ what }) => what))];
  return {
    ...finding,
    observations: [],
    deliveries: [],
    ...(verdict === "broken" && { reason: reasons.join("\n"), fix: { name: id, text: fix, page } }),
    ...(verdict === "not-judged" && { reason: `This did not happen: ${situation}.` }),
    exchanges: [...new Set(breaches.flatMap((breach) => breach.calls))].map(exchangeOf),
  };
}

function exchangeOf({ at, method, path, status, fault, ...call }: ReceivedRequest): Exchange {
  return {
    ...{ at, method, path, status, durationMs: call.durationMs ?? 0, responseHeaders: {} },
    requestBody: jsonOf(call.requestBody),
    responseBody: jsonOf(call.responseBody),
    ...(status === null && { error: `No answer was sent (${fault ?? "the client disconnected"}).` }),
  };
}

function jsonOf(body: unknown): string | null {
  return body === null ? null : JSON.stringify(body);
}
