import { readFile } from "node:fs/promises";
import { clauses } from "../../../contracts/clauses/catalogue.ts";
import { Description } from "../../../contracts/judge/description.ts";
import { reportOf } from "../../../contracts/report/report.ts";
import type { SuiteOptions } from "../../../contracts/run/options.ts";
import { TargetUnusable } from "../../../contracts/run/probe.ts";
import { runSuite } from "../../../contracts/suite.ts";
import { documentWithOverlay, loadDocument, type SpecDocument } from "../../spec/document.ts";
import { parseOverlay } from "../../spec/overlay.ts";
import { version } from "../../version.ts";
import { onAccount } from "../account-run/account-run.ts";
import { refuseUnfit } from "../account-run/run-usage.ts";
import { judged } from "../ended.ts";
import type { Output } from "../output.ts";
import { orUserError, UserError } from "../user-error.ts";
import { chosenClauses, listClauses } from "./chosen-clauses.ts";
import type { ContractChoice } from "./contract-choice.ts";
import { type Comparison, compared, tell } from "./contract-reports.ts";

/** `saldo contract`. Returns the status to end with. */
export function runContract(choice: ContractChoice, output: Output): Promise<number> {
  return judged(output, TargetUnusable, async () => {
    const chosen = chosenClauses(choice, clauses);
    if (choice.list) return listClauses(chosen, output);
    const { inProcess, url, container, json, junit, html } = choice;
    if ([inProcess, url, container].filter((target) => target !== undefined).length !== 1)
      throw new UserError("say what to check with one of --in-process, --url <address>, --container <image>");
    await refuseUnfit(choice, { "--json": json, "--junit": junit, "--html": html });
    const document = await documentOf(choice, output);
    const comparison = await compared(choice, clauses);
    return onAccount(choice, { clauses: chosen, document }, output, (options) =>
      checked(options, comparison, choice, output),
    );
  });
}

async function checked(
  options: SuiteOptions,
  comparison: Comparison,
  choice: ContractChoice,
  output: Output,
): Promise<number> {
  const startedAt = new Date();
  const result = await runSuite(options);
  const report = reportOf(result, options.description, {
    version,
    startedAt,
    durationMs: Date.now() - startedAt.getTime(),
    target: {
      url: options.target.url,
      kind: result.isSandbox ? "sandbox" : "deployment",
      ...(choice.overlay !== undefined && { overlay: choice.overlay }),
    },
    budgetCents: choice.budget,
    secrets: [choice.apiKey, choice.adminToken].filter((secret) => secret !== undefined),
  });
  return tell(report, comparison, choice, output);
}

async function documentOf({ overlay }: ContractChoice, { stderr }: Output): Promise<SpecDocument> {
  if (overlay === undefined) return loadDocument("interface");
  const read = async () => documentWithOverlay("interface", parseOverlay(await readFile(overlay, "utf8")));
  const document = await orUserError(read, `--overlay ${overlay}`);
  const described = new Description(document.source).operations.map(({ operationId }) => operationId);
  const { operations } = new Description(loadDocument("interface").source);
  const gone = operations.find(({ operationId }) => !described.includes(operationId));
  if (gone)
    throw new UserError(`--overlay ${overlay}: it removes the operation ${gone.operationId}, which may only be moved`);
  for (const warning of document.warnings) stderr.write(`warning: ${overlay}: ${warning}\n`);
  return document;
}
