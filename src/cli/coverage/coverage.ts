import type { Command } from "commander";
import { TargetUnusable } from "../../../contracts/run/target-unusable.ts";
import { coverageText, coverageXml } from "../../report/coverage-report.ts";
import { coverageSum } from "../../report/coverage-sum.ts";
import { harmless, printedJson } from "../../report/printed-text.ts";
import type { Coverage } from "../../spec/generated/control-api.ts";
import { tellProblems } from "../../spec/problem.ts";
import { createValidatorCompiler } from "../../spec/validator.ts";
import { readTextFile } from "../../text-file.ts";
import { documentedOperation } from "../../verbs/documented.ts";
import { judged, STATUS } from "../ended.ts";
import type { Output } from "../output.ts";
import { mustBeWritable, type ReportChoice, reportFiles, reportJson, writeReports } from "../report-files.ts";
import { orUserError, reasonOf, UserError } from "../user-error.ts";
import { connected, orSandboxProblem } from "../verbs/connection.ts";
import { asked } from "../verbs/verb.ts";

interface CoverageChoice extends ReportChoice {
  readonly min: number;
  readonly world?: true;
}

/** `saldo coverage`. Returns the status to end with. */
export function runCoverage(files: readonly string[], command: Command, output: Output): Promise<number> {
  return judged(output, TargetUnusable, async () => {
    const choice = command.opts<CoverageChoice>();
    const { min, world, json, saveJson, junit } = choice;
    await mustBeWritable(reportFiles(choice));
    if (world && files.length > 0) throw new UserError("--world asks a sandbox, so it does not go with files");
    const report =
      files.length === 0 ? await askedFor(command, output) : coverageSum(await Promise.all(files.map(readReport)));
    const startedAt = new Date().toISOString();
    await output.print(json ? printedJson(reportJson(report)) : harmless(coverageText(report)));
    const unwritten = await writeReports([
      { file: saveJson, text: async () => reportJson(report) },
      { file: junit, text: () => coverageXml(report, startedAt, min) },
    ]);
    for (const problem of unwritten) output.stderr.write(`error: ${problem}\n`);
    if (unwritten.length > 0) return STATUS.broken;
    if (report.percent >= min) return STATUS.passed;
    output.stderr.write(`error: ${report.percent} % is below --min ${min}\n`);
    return STATUS.failed;
  });
}

/** Asks the sandbox. Throws `TargetUnusable` when it does not tell. */
async function askedFor(command: Command, output: Output): Promise<Coverage> {
  const { world } = command.opts<CoverageChoice>();
  const client = await connected(command, output);
  try {
    return await orSandboxProblem(async () =>
      coverageIn(await asked(client, world ? "getWorldCoverage" : "getCoverage", {})),
    );
  } catch (error) {
    throw new TargetUnusable(reasonOf(error), { cause: error });
  }
}

/** Throws `UserError` for a file that is no report. */
async function readReport(file: string): Promise<Coverage> {
  const text = await orUserError(() => readTextFile(file));
  return orUserError(async () => coverageIn(JSON.parse(text)), file);
}

/** Throws an `Error` that says what is wrong with what was parsed as a report. */
function coverageIn(parsed: unknown): Coverage {
  const described = documentedOperation("getCoverage").responses.find(({ status }) => status === 200);
  const problems = createValidatorCompiler().compileValidator(described?.schema ?? {})(parsed, "report");
  // The schema and the type are generated from the same document.
  if (problems.length === 0) return parsed as Coverage;
  throw new Error(`it is no report of saldo coverage (--save-json): ${tellProblems(problems.slice(0, 1))}`);
}
