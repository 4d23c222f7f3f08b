import { escapeLines, escapeMarkup } from "../../report/markup.ts";
import type { ScenarioReport, ScenarioResult, StepResult } from "./result.ts";

/** A test suite for each scenario, a test case for each step; the world's time is a property of it. */
export function junitReport({ scenarios, notRun, fault, startedAt }: ScenarioReport): string {
  const steps = scenarios.flatMap((scenario) => scenario.steps);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="saldo scenario" ${numbers(steps, fault === null ? 0 : 1)}>`,
    ...scenarios.flatMap((scenario) => suiteLines(scenario, startedAt)),
    ...(fault === null ? [] : faultLines(fault, notRun)),
    "</testsuites>",
    "",
  ].join("\n");
}

/** Whoever looks at the report alone must not take a run that ended early for one that passed. */
function faultLines(fault: string, notRun: readonly string[]): readonly string[] {
  const left = notRun.length === 0 ? "" : `\nnot run: ${notRun.join(", ")}`;
  return [
    `  <testsuite name="saldo scenario run" ${numbers([], 1)}>`,
    '    <testcase classname="saldo scenario run" name="comes to its end" time="0.000">',
    `      <error message="${escapeMarkup(fault)}" type="fault">${escapeLines(fault + left)}</error>`,
    "    </testcase>",
    "  </testsuite>",
  ];
}

function suiteLines({ name, file, steps }: ScenarioResult, startedAt: string): readonly string[] {
  // Readers know no zone here; the instant is in UTC.
  const timestamp = escapeMarkup(startedAt.replace(/(\.\d+)?Z$/, ""));
  return [
    `  <testsuite name="${escapeMarkup(name)}" file="${escapeMarkup(file)}" ${numbers(steps)} timestamp="${timestamp}">`,
    ...steps.map((step) => caseElement(step, name)),
    "  </testsuite>",
  ];
}

function caseElement(step: StepResult, suite: string): string {
  const time = `time="${seconds(step.durationMs)}"`;
  return [
    `    <testcase classname="${escapeMarkup(suite)}" name="${escapeMarkup(step.name)}" ${time}>`,
    ...propertyLines(step),
    ...outcomeLines(step),
    "    </testcase>",
  ].join("\n");
}

function propertyLines({ description, request, status, worldTime }: StepResult): readonly string[] {
  const given = [
    ["description", description],
    ["request", request === null ? "" : `${request.method} ${request.path}`],
    ["status", status === null ? "" : String(status)],
    ["virtualTime", worldTime ?? ""],
  ].filter(([, value]) => value !== "");
  const lines = given.map(([name, value = ""]) => `        <property name="${name}" value="${escapeMarkup(value)}" />`);
  return lines.length === 0 ? [] : ["      <properties>", ...lines, "      </properties>"];
}

function outcomeLines({ state, unmet }: StepResult): readonly string[] {
  const texts = unmet.map(({ expected, found }) => `expected ${expected}\nfound ${found}`);
  if (state === "not-run") return ['      <skipped message="a step before it failed or led past it" />'];
  if (state === "retried") return [`      <system-out>${escapeLines(texts.join("\n"))}</system-out>`];
  if (state === "passed") return [];
  const [first = ""] = texts;
  const message = escapeMarkup(first.replace("\n", ", "));
  return [`      <failure message="${message}" type="unmet">${escapeLines(texts.join("\n"))}</failure>`];
}

function numbers(steps: readonly StepResult[], errors = 0): string {
  const count = (state: StepResult["state"]) => steps.filter((step) => step.state === state).length;
  const durationMs = steps.reduce((sum, step) => sum + step.durationMs, 0);
  return [
    `tests="${steps.length + errors}" failures="${count("failed")}" errors="${errors}"`,
    `skipped="${count("not-run")}" time="${seconds(durationMs)}"`,
  ].join(" ");
}

function seconds(durationMs: number): string {
  return (durationMs / 1000).toFixed(3);
}
