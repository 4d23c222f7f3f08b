import { judged } from "../../../src/cli/ended.ts";
import type { Output } from "../../../src/cli/output.ts";
import { reportFiles } from "../../../src/cli/report-files.ts";
import { version } from "../../../src/version.ts";
import { clauses } from "../../clauses/catalogue.ts";
import { type Report, reportOf } from "../../report/report.ts";
import { TargetUnusable } from "../../run/target-unusable.ts";
import { harOf } from "../../traffic/har-writer.ts";
import { recordingOfTrace } from "../../traffic/trace-recording.ts";
import { onAccount, type Ran } from "../account-run/account-run.ts";
import { descriptionOf, documentOf } from "../account-run/described-interface.ts";
import type { RunChoice } from "../account-run/run-choice.ts";
import { refuseUnfit } from "../account-run/run-usage.ts";
import { chosenClauses, type JudgingChoice, listClauses } from "./chosen-clauses.ts";
import { compared, tell } from "./contract-reports.ts";
import { readRecording, reportOnTraffic } from "./recorded.ts";

/** What `saldo contract` can be told. */
export interface ContractChoice extends RunChoice, JudgingChoice {}

const TARGETS = "--in-process, --url <address>, --container <image>, --har <file>";

/** `saldo contract`. Returns the status to end with. */
export function runContract(choice: ContractChoice, output: Output): Promise<number> {
  return judged(output, TargetUnusable, async () => {
    const chosen = chosenClauses(choice, clauses);
    if (choice.list) return listClauses(chosen, choice, output);
    const { har } = choice;
    await refuseUnfit(choice, TARGETS, reportFiles(choice));
    const document = await documentOf(choice, output);
    const comparison = await compared(choice, clauses);
    if (har !== undefined) {
      const description = descriptionOf(document, choice);
      const recording = await readRecording(har, description, choice.url);
      const report = reportOnTraffic(recording, chosen, description, choice.overlay);
      return tell(report, comparison, choice, output, () => harOf(recording, description, version));
    }
    return onAccount(choice, { clauses: chosen, document }, output, (ran) => {
      const { description, target } = ran.options;
      const recording = () => recordingOfTrace(ran.result.trace, description, target.url);
      return tell(reportOn(ran, choice), comparison, choice, output, () => harOf(recording(), description, version));
    });
  });
}

function reportOn(
  { result, options, startedAt }: Ran,
  { overlay, budget, apiKey, adminToken }: ContractChoice,
): Report {
  return reportOf(result, options.description, {
    version,
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    target: {
      url: options.target.url,
      kind: result.isSandbox ? "sandbox" : "deployment",
      ...(overlay !== undefined && { overlay }),
    },
    budgetCents: budget,
    secrets: [apiKey, adminToken].filter((secret) => secret !== undefined),
  });
}
