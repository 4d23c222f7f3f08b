import { setTimeout as sleep } from "node:timers/promises";
import type { Redaction } from "../../report/redaction.ts";
import { readCriterion } from "./criterion.ts";
import {
  type Action,
  type Outputs,
  type ScenarioDocument,
  type Step,
  type Workflow,
  withDependencies,
} from "./document.ts";
import type { Requester } from "./exchange.ts";
import { filledIn, lookUp, parseExpression, type Scope, ValueMissing } from "./expression.ts";
import type { Operations } from "./operations.ts";
import { NOTHING_SEEN, type StepResult } from "./result.ts";
import { around, unmetOf } from "./unmet.ts";

interface Story {
  readonly document: ScenarioDocument;
  readonly operations: Operations;
  readonly requester: Requester;
  /** Returns all that is at `$inputs` in a workflow. */
  readonly inputsOf: (workflow: Workflow) => Scope;
  readonly redaction: Redaction;
  /** A scenario with more steps than this jumps back for ever. */
  readonly maxSteps: number;
  /** Ends the run, and with it a step that waits for a retry. */
  readonly signal: AbortSignal;
}

type Values = Record<string, { readonly outputs: Scope }>;

/** Plays a workflow and those that it depends on, step by step, in one world. */
export class Player {
  readonly #story: Story;
  readonly #results: StepResult[] = [];
  readonly #workflows: Values = {};

  constructor(story: Story) {
    this.#story = story;
  }

  /** Returns what was seen, and the steps that were not played. Rejects when the run must end. */
  async play(workflow: Workflow): Promise<readonly StepResult[]> {
    for (const one of withDependencies(workflow, this.#story.document)) {
      await this.#workflow(one, one === workflow ? "" : `${one.workflowId}/`);
      if (this.#results.some(({ state }) => state === "failed")) break;
    }
    const left = workflow.steps.filter(({ stepId }) => !this.#results.some(({ name }) => name === stepId));
    const notRun = left.map(({ stepId: name, description = "" }): StepResult => {
      return { ...NOTHING_SEEN, name, description, state: "not-run", unmet: [] };
    });
    return [...this.#results, ...notRun];
  }

  async #workflow(workflow: Workflow, prefix: string): Promise<void> {
    const { workflowId, steps, outputs } = workflow;
    const values: Values = {};
    const inputs = this.#story.inputsOf(workflow);
    const scope = { inputs, steps: values, workflows: this.#workflows };
    let retries = 0;
    for (let step = steps[0]; step !== undefined; ) {
      const { stepId, description = "" } = step;
      const { unmet, seen, action } = await this.#step(step, scope, retries);
      const isRetried = action?.type === "retry";
      const state = unmet.length === 0 ? "passed" : isRetried ? "retried" : "failed";
      this.#results.push({ name: prefix + stepId, description, state, ...seen, unmet });
      retries = isRetried ? retries + 1 : 0;
      if (isRetried) await sleep((action.retryAfter ?? 0) * 1_000, undefined, { signal: this.#story.signal });
      else step = nextStep(steps, step, state === "failed", action);
    }
    this.#workflows[workflowId] = { outputs: valuesOf(outputs, scope) };
  }

  async #step(step: Step, before: Scope & { readonly steps: Values }, retries: number) {
    const { redaction, maxSteps } = this.#story;
    const endless = [{ expected: `an end within ${maxSteps} steps`, found: "it goes on" }];
    if (this.#results.length >= maxSteps) return { unmet: endless, seen: NOTHING_SEEN };
    let scope: Scope = before;
    let seen = NOTHING_SEEN;
    let unmet: StepResult["unmet"];
    try {
      const sent = await this.#send(step, before);
      seen = sent.seen;
      scope = { ...before, statusCode: seen.status, response: sent.response };
      unmet = unmetOf(step, scope, redaction);
      // Also of a step that failed: the one that it leads to may need them.
      before.steps[step.stepId] = { outputs: valuesOf(step.outputs, scope) };
      if (unmet.length === 0) filledIn(step.outputs, scope);
    } catch (error) {
      if (!(error instanceof ValueMissing)) throw error;
      const { expression } = error;
      unmet = [{ expected: `a value for ${expression.text}`, found: `nothing is there${around(expression, scope)}` }];
    }
    const actions: readonly Action[] = (unmet.length === 0 ? step.onSuccess : step.onFailure) ?? [];
    const action = actions.find(({ type, retryLimit = 1, criteria = [] }) => {
      return !(type === "retry" && retries >= retryLimit) && criteria.every((one) => readCriterion(one).holds(scope));
    });
    return { unmet, seen, action };
  }

  #send({ operationId, parameters = [], requestBody }: Step, scope: Scope) {
    const { operations, requester } = this.#story;
    const filled = parameters.map((one) => ({ ...one, value: filledIn(one.value, scope) }));
    return requester.send(operations.find(operationId), filled, filledIn(requestBody?.payload, scope));
  }
}

/** Returns the values of outputs; undefined for what is not there. */
function valuesOf(outputs: Outputs = {}, scope: Scope): Scope {
  return Object.fromEntries(
    Object.entries(outputs).map(([name, text]) => [name, lookUp(parseExpression(text), scope)]),
  );
}

/** Returns the step after one; undefined at the end. */
function nextStep(steps: readonly Step[], step: Step, hasFailed: boolean, action: Action | undefined) {
  if (action?.type === "goto") return steps.find(({ stepId }) => stepId === action.stepId);
  return action?.type === "end" || hasFailed ? undefined : steps[steps.indexOf(step) + 1];
}
