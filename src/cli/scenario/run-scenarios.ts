import { readFile } from "node:fs/promises";
import { TargetUnusable } from "../../../contracts/probe.ts";
import { screenOf } from "../../report/screen.ts";
import type { Output } from "../output.ts";
import { Usage, usable } from "../usage.ts";
import { exitCodes, type ScenarioChoice } from "./choice.ts";
import { refuseUnfit, writeReports } from "./reports.ts";
import type { ScenarioFile } from "./scenario-file.ts";
import { type Place, placeOf } from "./shipped.ts";
import { conclusion, scenarioText } from "./terminal-report.ts";

/** `saldo scenario run`. @returns the status to end with. */
export async function runScenarios(names: readonly string[], choice: ScenarioChoice, output: Output): Promise<number> {
  try {
    return await ran(names, choice, output);
  } catch (error) {
    if (error instanceof Usage) return told(error.message, exitCodes.usage, output);
    if (error instanceof TargetUnusable) return told(error.message, exitCodes.unusable, output);
    // It must not look like a scenario that failed.
    return told(error instanceof Error ? (error.stack ?? error.message) : String(error), exitCodes.broken, output);
  }
}

async function ran(names: readonly string[], choice: ScenarioChoice, output: Output): Promise<number> {
  const screen = screenOf(output.stdout, process.env);
  await refuseUnfit(choice);
  const places = await Promise.all(names.map(placeOf));
  const files = await Promise.all(places.map(read));
  const { refuseUnknownInputs } = await import("./inputs.ts");
  refuseUnknownInputs(
    choice.input,
    files.map(({ document }) => document),
  );
  const { playScenarios } = await import("./play-scenarios.ts");
  const { report, status } = await playScenarios(files, choice, {
    onPlayed: (result) => output.stdout.write(`${scenarioText(result, screen)}\n`),
    warn: (text) => output.stderr.write(`${text}\n`),
  });
  output.stdout.write(`${conclusion(report, screen)}\n`);
  await writeReports(report, choice);
  return report.fault === null ? status : told(report.fault, status, output);
}

function told(reason: string, status: number, output: Output): number {
  output.stderr.write(`error: ${reason}\n`);
  return status;
}

/** What reads scenarios, and what plays them, takes long to load; a slip in a name or a flag is told without it. */
async function read({ file, shown }: Place): Promise<ScenarioFile> {
  const text = await usable(() => readFile(file, "utf8"), `${shown} cannot be read`);
  const { parseScenario } = await import("./scenario-file.ts");
  return parseScenario(text, shown);
}
