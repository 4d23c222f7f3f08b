import { readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import type { ScenarioChoice } from "../src/cli/scenario/choice.ts";
import type { ScenarioReport } from "../src/cli/scenario/result.ts";
import { runScenarios } from "../src/cli/scenario/run-scenarios.ts";
import { addScenarioCommand } from "../src/cli/scenario/scenario-command.ts";

/** What a command has written, and the status that it ends with. */
interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Carries out `saldo scenario …` in this process, as it was typed: a process of its own takes two seconds to load. */
export async function scenarioCommand(...words: readonly string[]): Promise<Ended> {
  const out: string[] = [];
  const errors: string[] = [];
  const output = { log: (text: string) => out.push(`${text}\n`), error: (text: string) => errors.push(`${text}\n`) };
  let code = 0;
  const program = new Command("saldo");
  const play = async (names: readonly string[], choice: ScenarioChoice) => {
    code = await runScenarios(names, choice, output);
  };
  addScenarioCommand(program, async (text) => void out.push(text), play);
  await program.parseAsync(["scenario", ...words], { from: "user" });
  return { code, stdout: out.join(""), stderr: errors.join("") };
}

/** Runs scenarios in this process; what has failed, as `scenario/step`. */
export async function runInProcess(...words: readonly string[]) {
  const json = join(tmpdir(), `saldo-${crypto.randomUUID()}.json`);
  const ended = await scenarioCommand("run", ...words, "--json", json);
  const report: Pick<ScenarioReport, "scenarios"> = JSON.parse(
    await readFile(json, "utf8").catch(() => '{"scenarios":[]}'),
  );
  await rm(json, { force: true });
  const failed = report.scenarios.flatMap(({ name, steps }) =>
    steps.filter(({ state }) => state === "failed").map((step) => `${name}/${step.name}`),
  );
  return { ...ended, failed, report };
}
