import { htmlPage } from "../src/report/html-page.ts";
import { escapeLines, escapeMarkup } from "../src/report/markup.ts";
import { pageStyle } from "../src/report/page-style.ts";
import { counted } from "../src/report/screen.ts";
import { shownPassing, shownTime } from "../src/report/shown-time.ts";
import { type ScenarioReport, type ScenarioResult, type StepResult, unmetTexts } from "./result.ts";

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
  const { name, description, state, request, status, worldTime, worldMs } = step;
  const passing = shownPassing(worldMs);
  const time = worldTime === null ? "" : `${shownTime(worldTime)}${passing === "" ? "" : ` (${passing})`}`;
  const call = request === null ? "" : `${request.method} ${request.path} → ${status ?? "no answer"}`;
  const inside = [
    request === null
      ? ""
      : `<p><code>${escapeMarkup(call)}</code> <span class="quiet small">${escapeMarkup(time)}</span></p>`,
    ...unmetTexts(step).map((text) => `<p class="reason">${escapeLines(text)}</p>`),
  ];
  return `<details class="row"${state === "failed" ? ' open="open"' : ""}>
<summary><strong class="step-${state}">${escapeMarkup(state)}</strong> <code>${escapeMarkup(name)}</code> <span class="text">${escapeMarkup(description)}</span></summary>
<div class="inside">${inside.join("\n")}</div></details>`;
}
