import { expect, it } from "vitest";
import type { StepResult } from "./result.ts";
import { scenarioText } from "./terminal-report.ts";

const plain = { isTerminal: false, columns: 80, hasColours: false };

const paid: StepResult = {
  name: "the-bank-pays",
  description: "Ten seconds pass.",
  state: "passed",
  request: { method: "POST", path: "/sandbox/clock/advance" },
  status: 200,
  durationMs: 3,
  worldTime: "2026-03-02T12:00:10.000Z",
  worldMs: 10_000,
  unmet: [],
};
const wrong: StepResult = {
  ...paid,
  name: "look",
  state: "failed",
  worldMs: 0,
  unmet: [{ expected: "$response.body#/data/balance == 1", found: "$response.body#/data/balance is \u001b[31m2" }],
};
const left: StepResult = { ...paid, name: "end", description: "", state: "not-run", request: null, worldTime: null };
const scenario = {
  file: "story.yaml",
  name: "story",
  summary: "A story.",
  passed: false,
  durationMs: 9,
  worldBeganAt: null,
  steps: [paid, wrong, left],
};

it("each step has its request, status and the world's time; what was not so has its words", () => {
  expect(scenarioText(scenario, plain)).toBe(`story  A story.
  ✓ the-bank-pays  Ten seconds pass.
      POST /sandbox/clock/advance  200  2026-03-02 12:00:10 (+10 s)
  ✗ look  Ten seconds pass.
      POST /sandbox/clock/advance  200  2026-03-02 12:00:10
      expected  $response.body#/data/balance == 1
      found     $response.body#/data/balance is [31m2
  - end
      not run
`);
});

it("what is done again and again is told a few times", () => {
  const again = (count: number) => Array.from({ length: count }, () => ({ ...paid, name: "again" }));
  const text = scenarioText({ ...scenario, steps: [...again(400), wrong] }, plain);
  expect(text).toContain("\n  … 395 repeated steps not shown; --save-json has all\n");
  expect(text).toContain("  ✗ look");
  expect(text.match(/✓ again/g)).toHaveLength(5);
});

it("it has colours only where they are wanted", () => {
  expect(scenarioText(scenario, { ...plain, hasColours: true })).toContain("\u001b[31m");
});

it("a long title is cut on a narrow terminal, and whole in a file", () => {
  const long = {
    ...scenario,
    summary: "A customer takes a payment back after it was withdrawn, and again. ".repeat(2).trim(),
  };
  const [onTerminal = ""] = scenarioText(long, { ...plain, isTerminal: true }).split("\n");
  expect(onTerminal).toHaveLength(plain.columns);
  expect(onTerminal).toMatch(/…$/);
  expect(scenarioText(long, plain)).toContain(`story  ${long.summary}\n`);
});
