import { type Colour, clipped, coloured, harmless, type Screen, wrapped } from "../../report/screen.ts";
import type { ScenarioReport, ScenarioResult, StepResult } from "./result.ts";

/** One scenario: each step in two lines, and what was not as it should be. */
export function scenarioText({ name, summary, steps }: ScenarioResult, screen: Screen): string {
  const head = `${coloured(screen, "bold", name)}  ${clipped(oneLine(summary), screen.columns - name.length - 2)}`;
  const lines = withoutRepetitions(steps).flatMap((one) => {
    if (typeof one !== "number") return stepLines(one, screen);
    return [coloured(screen, "dim", `  … ${counted(one, "step")} of the same names; --json has all`)];
  });
  return `${[head, ...lines].join("\n")}\n`;
}

/** A step that is made more often than this is told so often only. */
const MAX_REPETITIONS = 5;

/** What a scenario that jumps back, or retries, does many times is told a few times; then how many steps are left out. */
function withoutRepetitions(steps: readonly StepResult[]): readonly (StepResult | number)[] {
  const told: (StepResult | number)[] = [];
  const times = new Map<string, number>();
  for (const [index, step] of steps.entries()) {
    const time = (times.get(step.name) ?? 0) + 1;
    times.set(step.name, time);
    const last = told.at(-1);
    const isTold = time <= MAX_REPETITIONS || step.state === "failed" || index === steps.length - 1;
    if (isTold) told.push(step);
    else if (typeof last === "number") told.splice(-1, 1, last + 1);
    else told.push(1);
  }
  return told;
}

function stepLines(step: StepResult, screen: Screen): readonly string[] {
  const { mark, colour } = looks[step.state];
  const passing = shownPassing(step.worldMs);
  const time = step.worldTime === null ? "" : shownTime(step.worldTime) + (passing === "" ? "" : ` (${passing})`);
  const request = step.request === null ? "" : `${step.request.method} ${step.request.path}`;
  const facts = step.state === "not-run" ? "not run" : [request, step.status ?? "no answer", time].join("  ");
  return [
    `  ${coloured(screen, colour, mark)} ${coloured(screen, "bold", step.name)}  ${oneLine(step.description)}`.trimEnd(),
    coloured(screen, "dim", `      ${oneLine(facts)}`),
    ...step.unmet.flatMap(({ expected, found }) => [
      ...told(screen, "red", "expected", expected),
      ...told(screen, "red", "found", found),
    ]),
  ];
}

const looks: Readonly<Record<StepResult["state"], { readonly mark: string; readonly colour: Colour }>> = {
  passed: { mark: "✓", colour: "green" },
  failed: { mark: "✗", colour: "red" },
  retried: { mark: "↻", colour: "yellow" },
  "not-run": { mark: "-", colour: "dim" },
};

const textColumn = 16;

function told(screen: Screen, colour: Colour, word: string, text: string): readonly string[] {
  const lines = wrapped(oneLine(text), screen.columns - textColumn);
  return lines.map((line, index) => {
    return coloured(screen, colour, `${(index === 0 ? `      ${word}` : "").padEnd(textColumn)}${line}`);
  });
}

/** What it all comes to. */
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

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

function oneLine(text: string): string {
  return harmless(text)
    .replaceAll(/\s*\n\s*/g, " ")
    .trim();
}

/** `2026-03-02 12:00:10`, with thousandths only where there are any. */
export function shownTime(iso: string): string {
  return iso.replace("T", " ").replace(/(\.000)?Z$/, "");
}

/** `+10 s`, `+30 d`, `+1 h 5 min`; empty where no time has passed. */
export function shownPassing(ms: number): string {
  if (ms === 0) return "";
  const sign = ms < 0 ? "−" : "+";
  const parts: string[] = [];
  let left = Math.abs(ms);
  for (const [unit, length] of units) {
    const count = Math.floor(left / length);
    left -= count * length;
    if (count > 0) parts.push(`${count} ${unit}`);
  }
  return `${sign}${parts.join(" ")}`;
}

const units: readonly (readonly [string, number])[] = [
  ["d", 86_400_000],
  ["h", 3_600_000],
  ["min", 60_000],
  ["s", 1_000],
  ["ms", 1],
];
