import { readFile } from "node:fs/promises";
import { TargetUnusable } from "../../../contracts/probe.ts";
import { screenOf } from "../../report/screen.ts";
import { judged } from "../ended.ts";
import type { Output } from "../output.ts";
import { mustBeWritable, writeReports } from "../report-files.ts";
import { orUserError, UserError } from "../user-error.ts";
import type { ScenarioChoice } from "./inputs.ts";
import { scenarioXml } from "./junit-report.ts";
import { placeOf } from "./shipped.ts";
import { conclusion, scenarioText } from "./terminal-report.ts";

/** `saldo scenario run`. Returns the status to end with. */
export function runScenarios(names: readonly string[], choice: ScenarioChoice, output: Output): Promise<number> {
  return judged(output, TargetUnusable, () => played(names, choice, output));
}

async function played(names: readonly string[], choice: ScenarioChoice, { stdout, stderr }: Output): Promise<number> {
  const { url, container, apiKey, junit, json, input } = choice;
  if (url !== undefined && container !== undefined) throw new UserError("use --url or --container, not both");
  if (apiKey !== undefined && url === undefined) throw new UserError("--api-key needs --url");
  await mustBeWritable({ "--junit": junit, "--json": json });
  const places = await Promise.all(names.map(placeOf));
  const texts = await Promise.all(
    places.map(({ file, shown }) => orUserError(() => readFile(file, "utf8"), `${shown} cannot be read`)),
  );
  // Loaded only now, so that wrong names and flags are told at once.
  const { parseScenario } = await import("./scenario-file.ts");
  const { refuseUnknownInputs } = await import("./inputs.ts");
  const { playScenarios } = await import("./play-scenarios.ts");
  const files = await Promise.all(places.map(({ shown }, index) => parseScenario(texts[index] ?? "", shown)));
  const documents = files.map(({ document }) => document);
  refuseUnknownInputs(input, documents);
  const screen = screenOf(stdout, process.env);
  const { report, status } = await playScenarios(files, choice, {
    onPlayed: (result) => stdout.write(`${scenarioText(result, screen)}\n`),
    warn: (text) => stderr.write(`${text}\n`),
  });
  stdout.write(`${conclusion(report, screen)}\n`);
  const unwritten = await writeReports([
    { file: junit, text: () => scenarioXml(report) },
    { file: json, text: () => `${JSON.stringify(report, null, 2)}\n` },
  ]);
  if (unwritten.length > 0) throw new UserError(unwritten.join("\n"));
  if (report.fault !== null) stderr.write(`error: ${report.fault}\n`);
  return status;
}
