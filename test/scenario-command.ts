import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ScenarioReport } from "../scenarios/result.ts";
import { commandInProcess, type EndedCommand } from "./command-in-process.ts";

/** Carries out `saldo scenario …` in this process, as it was typed. */
export function scenarioCommand(...words: readonly string[]): Promise<EndedCommand> {
  return commandInProcess(["scenario", ...words]);
}

/** Runs scenarios in this process; what has failed, as `scenario/step`. */
export async function runInProcess(...words: readonly string[]) {
  const json = join(tmpdir(), `saldo-${crypto.randomUUID()}.json`);
  const ended = await scenarioCommand("run", ...words, "--save-json", json);
  const report: Pick<ScenarioReport, "scenarios"> = JSON.parse(
    await readFile(json, "utf8").catch(() => '{"scenarios":[]}'),
  );
  await rm(json, { force: true });
  const failed = report.scenarios.flatMap(({ name, steps }) =>
    steps.filter(({ state }) => state === "failed").map((step) => `${name}/${step.name}`),
  );
  return { ...ended, failed, report };
}
