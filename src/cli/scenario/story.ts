import type { Step as PlayedStep, RunFileResult, WorkflowExecutionResult } from "@redocly/respect-core";
import type { Redaction } from "../../report/redaction.ts";
import type { ScenarioDocument, Workflow } from "./document.ts";
import { type Exchange, exchangeHeader } from "./door.ts";
import type { StepResult } from "./result.ts";
import { unmetOf } from "./unmet.ts";

interface Played {
  readonly document: ScenarioDocument;
  readonly workflow: Workflow;
  readonly result: RunFileResult;
  readonly exchanges: readonly Exchange[];
  readonly worldBeganAt: string | null;
  readonly redaction: Redaction;
}

/** What is told when the library has given up: it keeps the steps until then to itself. */
export function storyWithoutSteps(workflow: Workflow, reason: string): readonly StepResult[] {
  const unmet = [{ expected: "a run to its end", found: reason }];
  return notRun(workflow, []).map((step, index) => (index === 0 ? { ...step, state: "failed", unmet } : step));
}

/** What the library has run, step by step, with what was seen at the door; and what it did not come to. */
export function storyOf(played: Played): readonly StepResult[] {
  const { result, workflow, exchanges, redaction } = played;
  let before = played.worldBeganAt;
  const steps = untilFailure(result.executedWorkflows).flatMap((one) => flattened(one, prefixOf(one, workflow)));
  const told = steps.map(({ step, workflowId, prefix }): StepResult => {
    const exchange = exchanges[Number(step.response?.header[exchangeHeader] ?? Number.NaN)];
    const worldTime = exchange?.worldTime ?? null;
    const unmet = unmetOf({ step, exchange, context: result.ctx, workflowId, redaction });
    const worldMs = worldTime === null || before === null ? 0 : Date.parse(worldTime) - Date.parse(before);
    before = worldTime ?? before;
    return {
      name: prefix + step.stepId,
      description: step.description ?? "",
      state: unmet.length === 0 ? "passed" : (step.retriesLeft ?? 0) > 0 ? "retried" : "failed",
      request: exchange === undefined ? null : { method: exchange.method, path: redaction.text(exchange.path) },
      status: exchange?.status ?? null,
      durationMs: exchange?.durationMs ?? 0,
      worldTime,
      worldMs,
      unmet,
    };
  });
  return [...told, ...notRun(workflow, steps)];
}

/** The library goes on after a workflow that another one depends on has failed; that says nothing. */
function untilFailure(workflows: readonly WorkflowExecutionResult[]): readonly WorkflowExecutionResult[] {
  const failed = workflows.findIndex((one) => flattened(one, "").some(({ step }) => hasFailed(step)));
  return failed === -1 ? workflows : workflows.slice(0, failed + 1);
}

function hasFailed({ checks, retriesLeft = 0 }: PlayedStep): boolean {
  return retriesLeft === 0 && checks.some(({ passed }) => !passed);
}

interface Flat {
  readonly step: PlayedStep;
  readonly workflowId: string;
  readonly prefix: string;
}

function flattened(workflow: WorkflowExecutionResult, prefix: string): readonly Flat[] {
  return workflow.executedSteps.flatMap((one): readonly Flat[] => {
    if (!isWorkflow(one)) return [{ step: one, workflowId: workflow.workflowId, prefix }];
    // What a step has jumped to is told as if it stood where it was jumped from.
    return flattened(one, one.stepId === undefined ? prefix : `${prefix}${one.stepId}/`);
  });
}

function isWorkflow(one: PlayedStep | WorkflowExecutionResult): one is WorkflowExecutionResult {
  return "executedSteps" in one;
}

function prefixOf({ workflowId }: WorkflowExecutionResult, workflow: Workflow): string {
  return workflowId === workflow.workflowId ? "" : `${workflowId}/`;
}

function notRun({ steps }: Workflow, ran: readonly Flat[]): readonly StepResult[] {
  const isRun = (stepId: string) =>
    ran.some(({ step, prefix }) => prefix + step.stepId === stepId || prefix.startsWith(`${stepId}/`));
  return steps
    .filter(({ stepId }) => !isRun(stepId))
    .map(({ stepId, description = "" }) => {
      const nothing = { request: null, status: null, durationMs: 0, worldTime: null, worldMs: 0, unmet: [] };
      return { name: stepId, description, state: "not-run" as const, ...nothing };
    });
}
