import { type JunitCase, junitXml } from "../../report/junit.ts";
import type { ScenarioReport, StepResult } from "./result.ts";

/** Returns the report as JUnit XML: a test suite for each scenario, a test case for each step. */
export function scenarioXml({ scenarios, notRun, fault, startedAt }: ScenarioReport): string {
  const suites = scenarios.map(({ name, file, steps }) => ({ name, file, cases: steps.map(caseOf) }));
  const left = notRun.length === 0 ? "" : `\nnot run: ${notRun.join(", ")}`;
  // Whoever sees the report alone must not take a run that ended early for one that passed.
  const faults = [fault]
    .filter((one) => one !== null)
    .map((message) => ({
      name: "comes to its end",
      durationMs: 0,
      outcome: { kind: "error", type: "fault", message, details: message + left } as const,
    }));
  const ending = faults.length === 0 ? [] : [{ name: "saldo scenario run", cases: faults }];
  return junitXml("saldo scenario", [...suites, ...ending], startedAt);
}

function caseOf({ name, durationMs, state, unmet, ...step }: StepResult): JunitCase {
  const { description, request, status, worldTime } = step;
  const texts = unmet.map(({ expected, found }) => `expected ${expected}\nfound ${found}`);
  const [first = ""] = texts;
  const details = texts.join("\n");
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
