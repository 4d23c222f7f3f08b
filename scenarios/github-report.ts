import { command } from "../src/report/github-command.ts";
import { type ScenarioReport, type ScenarioResult, unmetTexts } from "./result.ts";
import type { ScenarioFile } from "./scenario-file.ts";

/** Returns annotations for GitHub Actions: an error at the line of each failed step, and one for an early end. */
export function scenarioAnnotations({ scenarios, fault, notRun }: ScenarioReport, files: readonly ScenarioFile[]) {
  const failed = scenarios.flatMap((scenario) =>
    scenario.steps
      .filter(({ state }) => state === "failed")
      .map((step) => {
        const title = `${scenario.name}: ${step.name} failed`;
        return command("error", title, unmetTexts(step).join("\n"), placeOf(step.name, scenario, files));
      }),
  );
  const rest = notRun.length === 0 ? "" : `\nnot run: ${notRun.join(", ")}`;
  const early = fault === null ? [] : [command("error", "The run of scenarios ended early", fault + rest)];
  return [...failed, ...early].map((line) => `${line}\n`).join("");
}

/** Returns where a step is written; undefined where that is not known. */
function placeOf(step: string, scenario: ScenarioResult, files: readonly ScenarioFile[]) {
  const { document, locate } = files.find(({ name }) => name === scenario.file) ?? {};
  const [workflowId, stepId] = step.includes("/") ? step.split("/") : [scenario.name, step];
  const workflow = document?.workflows.findIndex((one) => one.workflowId === workflowId) ?? -1;
  const index = document?.workflows[workflow]?.steps.findIndex((one) => one.stepId === stepId) ?? -1;
  const [, file, line] = /^(.*):(\d+):\d+$/.exec(locate?.(["workflows", workflow, "steps", index]) ?? "") ?? [];
  return file === undefined || index < 0 ? undefined : { file, line: Number(line) };
}
