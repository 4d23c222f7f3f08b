import { type Colour, clipped, coloured, counted, oneLine, type Screen, wrapped } from "../../report/screen.ts";
import type { ScenarioReport, ScenarioResult, StepResult } from "./result.ts";

/** A step that is made more often than this is shown this often. */
const MAX_REPETITIONS = 5;

/** Returns one scenario: each step in two lines, and what it expected and found. */
export function scenarioText({ name, summary, steps }: ScenarioResult, screen: Screen): string {
  const head = `${coloured(screen, "bold", name)}  ${clipped(oneLine(summary), screen.columns - name.length - 2)}`;
  const times = new Map<string, number>();
  const shown = steps.filter((step, index) => {
    times.set(step.name, (times.get(step.name) ?? 0) + 1);
    return step.state === "failed" || index === steps.length - 1 || (times.get(step.name) ?? 0) <= MAX_REPETITIONS;
  });
  const left = steps.length - shown.length;
  const note = coloured(screen, "dim", `  … ${counted(left, "repeated step")} not shown; --json has all`);
  return `${[head, ...shown.flatMap((step) => stepLines(step, screen)), ...(left > 0 ? [note] : [])].join("\n")}\n`;
}

function stepLines(step: StepResult, screen: Screen): readonly string[] {
  const [mark, colour] = MARKS[step.state];
  const passing = shownPassing(step.worldMs);
  const time = step.worldTime === null ? "" : shownTime(step.worldTime) + (passing === "" ? "" : ` (${passing})`);
  const request = step.request === null ? "" : `${step.request.method} ${step.request.path}`;
  const facts = step.state === "not-run" ? "not run" : [request, step.status ?? "no answer", time].join("  ");
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
  const parts = [
    `${counted(scenarios.length, "scenario")}: ${scenarios.length - failed.length} passed, ${failed.length} failed`,
    `${counted(steps.length, "step")}: ${count("passed")} passed, ${count("failed")} failed, ${count("not-run")} not run`,
  ];
  const names = [...failed.map(({ name }) => `failed: ${name}`), ...notRun.map((name) => `not run: ${name}`)];
  const colour = failed.length > 0 ? "red" : fault === null ? "green" : "yellow";
  return [...parts, ...names].map((line) => coloured(screen, colour, line)).join("\n");
}

/** `2026-03-02 12:00:10`, with thousandths only where there are any. */
export function shownTime(iso: string): string {
  return iso.replace("T", " ").replace(/(\.000)?Z$/, "");
}

const UNITS = { d: 86_400_000, h: 3_600_000, min: 60_000, s: 1_000, ms: 1 } as const;

/** `+10 s`, `+30 d`, `+1 h 5 min`; empty where no time has passed. */
export function shownPassing(ms: number): string {
  let left = Math.abs(ms);
  const parts = Object.entries(UNITS).map(([unit, length]) => {
    const count = Math.floor(left / length);
    left -= count * length;
    return count === 0 ? "" : `${count} ${unit}`;
  });
  return ms === 0 ? "" : `${ms < 0 ? "−" : "+"}${parts.filter((part) => part !== "").join(" ")}`;
}
