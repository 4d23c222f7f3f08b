import { counted } from "../src/report/counted.ts";
import { oneLine } from "../src/report/printed-text.ts";
import { type Colour, clipped, coloured, type Screen, wrapped } from "../src/report/screen.ts";
import { type ScenarioReport, type ScenarioResult, type StepResult, timeText } from "./result.ts";

/** A step that is made more often than this is shown this often. */
const MAX_REPETITIONS = 5;

/** Returns one scenario: each step in two lines, and what it expected and found. */
export function scenarioText({ name, summary, steps }: ScenarioResult, screen: Screen): string {
  // A log has room for long lines, and its readers cannot widen it.
  const title = screen.isTerminal ? clipped(oneLine(summary), screen.columns - name.length - 2) : oneLine(summary);
  const head = `${coloured(screen, "bold", name)}  ${title}`;
  const shown = steps.filter((step, index) => {
    const repetitions = steps.slice(0, index).filter(({ name }) => name === step.name).length;
    return step.state === "failed" || index === steps.length - 1 || repetitions < MAX_REPETITIONS;
  });
  const left = steps.length - shown.length;
  const note = coloured(screen, "dim", `  … ${counted(left, "repeated step")} not shown; --save-json has all`);
  return `${[head, ...shown.flatMap((step) => stepLines(step, screen)), ...(left > 0 ? [note] : [])].join("\n")}\n`;
}

function stepLines(step: StepResult, screen: Screen): readonly string[] {
  const [mark, colour] = MARKS[step.state];
  const request = step.request === null ? "" : `${step.request.method} ${step.request.path}`;
  const facts = step.state === "not-run" ? "not run" : [request, step.status ?? "no answer", timeText(step)].join("  ");
  return [
    `  ${coloured(screen, colour, mark)} ${coloured(screen, "bold", step.name)}  ${oneLine(step.description)}`.trimEnd(),
    coloured(screen, "dim", `      ${oneLine(facts)}`),
    ...step.unmet.flatMap(({ expected, found }) => [
      ...wrappedLines(screen, "expected", expected),
      ...wrappedLines(screen, "found", found),
    ]),
  ];
}

const MARKS: Readonly<Record<StepResult["state"], readonly [mark: string, colour: Colour]>> = {
  passed: ["✓", "green"],
  failed: ["✗", "red"],
  retried: ["↻", "yellow"],
  "not-run": ["-", "dim"],
};

const TEXT_COLUMN = 16;

function wrappedLines(screen: Screen, word: string, text: string): readonly string[] {
  return wrapped(oneLine(text), screen.columns - TEXT_COLUMN).map((line, index) => {
    return coloured(screen, "red", `${(index === 0 ? `      ${word}` : "").padEnd(TEXT_COLUMN)}${line}`);
  });
}

/** Returns the last lines of a run: what passed, and what did not. */
export function conclusion({ scenarios, notRun, fault }: ScenarioReport, screen: Screen): string {
  const failed = scenarios.filter(({ passed }) => !passed);
  const steps = scenarios.flatMap((scenario) => scenario.steps);
  const count = (state: StepResult["state"]) => steps.filter((step) => step.state === state).length;
  const lines = [
    `${counted(scenarios.length, "scenario")}: ${scenarios.length - failed.length} passed, ${failed.length} failed`,
    `${counted(steps.length, "step")}: ${count("passed")} passed, ${count("failed")} failed, ${count("not-run")} not run`,
    ...failed.map(({ name }) => `failed: ${name}`),
    ...notRun.map((name) => `not run: ${name}`),
  ];
  const colour = failed.length > 0 ? "red" : fault === null ? "green" : "yellow";
  return lines.map((line) => coloured(screen, colour, line)).join("\n");
}
