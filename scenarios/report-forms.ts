import { counted } from "../src/report/counted.ts";
import { command } from "../src/report/github-command.ts";
import { htmlPage } from "../src/report/html-page.ts";
import { type JunitCase, type JunitSuite, junitXml } from "../src/report/junit.ts";
import { escapeLines, escapeMarkup } from "../src/report/markup.ts";
import { pageStyle } from "../src/report/page-style.ts";
import { type ScenarioReport, type ScenarioResult, type StepResult, timeText, unmetTexts } from "./result.ts";
import type { ScenarioFile } from "./scenario-file.ts";

/** Returns the report as JUnit XML: a test suite for each scenario, a test case for each step. */
export function scenarioXml({ scenarios, notRun, fault, startedAt }: ScenarioReport): string {
  const suites: JunitSuite[] = scenarios.map(({ name, file, steps }) => ({ name, file, cases: steps.map(caseOf) }));
  if (fault !== null) {
    // A reader of the report alone must not take a run that ended early for one that passed.
    const outcome = { kind: "error", type: "fault", message: fault, details: earlyEnd(fault, notRun) } as const;
    suites.push({ name: "saldo scenario run", cases: [{ name: "comes to its end", durationMs: 0, outcome }] });
  }
  return junitXml("saldo scenario", suites, startedAt);
}

function caseOf(step: StepResult): JunitCase {
  const { name, durationMs, state, description, request, status, worldTime } = step;
  const [first = "", ...others] = unmetTexts(step);
  const details = [first, ...others].join("\n");
  return {
    name,
    durationMs,
    properties: {
      description,
      request: request === null ? "" : `${request.method} ${request.path}`,
      status: String(status ?? ""),
      virtualTime: worldTime ?? "",
    },
    ...(state === "failed" && {
      outcome: { kind: "failure", type: "unmet", message: first.replace("\n", ", "), details },
    }),
    ...(state === "not-run" && { outcome: { kind: "skipped", message: "a step before it failed or led past it" } }),
    ...(state === "retried" && { output: details }),
  };
}

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
  const early = fault === null ? [] : [command("error", "The run of scenarios ended early", earlyEnd(fault, notRun))];
  return [...failed, ...early].map((line) => `${line}\n`).join("");
}

function earlyEnd(fault: string, notRun: readonly string[]): string {
  return notRun.length === 0 ? fault : `${fault}\nnot run: ${notRun.join(", ")}`;
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

/** Returns the report as one page: a card for each scenario, a row for each step. */
export function scenarioPage({ scenarios, notRun, fault, startedAt, target, version }: ScenarioReport): string {
  const passed = scenarios.filter((one) => one.passed).length;
  const early = fault === null ? "" : `; the run ended early: ${fault}`;
  const conclusion = `${counted(scenarios.length, "scenario")}: ${passed} passed, ${scenarios.length - passed} failed${early}`;
  const facts = [`${target.place}; ${startedAt}`, ...(notRun.length > 0 ? [`not run: ${notRun.join(", ")}`] : [])];
  const main = scenarios.map(scenarioElement).join("\n");
  return htmlPage({ title: "Scenario report", version, heading: target.url, conclusion, facts, main, style });
}

function scenarioElement({ name, file, summary, steps }: ScenarioResult): string {
  return `<section class="card"><h2>${escapeMarkup(name)}</h2>
<p>${escapeMarkup(summary)}</p><p class="quiet small">${escapeMarkup(file)}</p>
${steps.map(stepElement).join("\n")}
</section>`;
}

/** The colours that a page has for what was found. */
const COLOURS: Readonly<Record<StepResult["state"], string>> = {
  passed: "passed",
  failed: "broken",
  retried: "observed",
  "not-run": "not-judged",
};

const style = `${pageStyle}${Object.entries(COLOURS)
  .map(([state, colour]) => `.step-${state} { color: var(--${colour}); }\n`)
  .join("")}`;

function stepElement(step: StepResult): string {
  const { name, description, state, request, status } = step;
  const call = request === null ? "" : `${request.method} ${request.path} → ${status ?? "no answer"}`;
  const time = `<span class="quiet small">${escapeMarkup(timeText(step))}</span>`;
  const inside = [
    request === null ? "" : `<p><code>${escapeMarkup(call)}</code> ${time}</p>`,
    ...unmetTexts(step).map((text) => `<p class="reason">${escapeLines(text)}</p>`),
  ];
  return `<details class="row"${state === "failed" ? ' open="open"' : ""}>
<summary><strong class="step-${state}">${escapeMarkup(state)}</strong> <code>${escapeMarkup(name)}</code> <span class="text">${escapeMarkup(description)}</span></summary>
<div class="inside">${inside.join("\n")}</div></details>`;
}
