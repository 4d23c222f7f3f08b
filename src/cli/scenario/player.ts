import { setTimeout as sleep } from "node:timers/promises";
import type { Redaction } from "../../report/redaction.ts";
import { readCriterion } from "./criterion.ts";
import {
  type Action,
  criteriaOf,
  type ScenarioDocument,
  type Step,
  type Workflow,
  withDependencies,
} from "./document.ts";
import type { Exchange, Requester } from "./exchange.ts";
import { filledIn, filledRecord, presentIn, type Scope } from "./expression.ts";
import type { Operations } from "./operations.ts";
import { NO_ANSWER, type StepResult } from "./result.ts";
import { unmetOf, unmetOfError } from "./unmet.ts";

interface Story {
  readonly document: ScenarioDocument;
  readonly operations: Operations;
  readonly requester: Requester;
  /** Returns all that is at `$inputs` in a workflow. */
  readonly inputsOf: (workflow: Workflow) => Readonly<Record<string, unknown>>;
  readonly redaction: Redaction;
  /** More steps are a scenario that jumps back for ever. */
  readonly maxSteps: number;
  readonly worldBeganAt: string;
  /** Ends the run, and with it a step that waits for a retry. */
  readonly signal: AbortSignal;
}

/** What a step has shown, and what the scenario says of what comes next. */
interface Played {
  readonly unmet: StepResult["unmet"];
  readonly exchange?: Exchange;
  readonly action: Action | undefined;
}

type Outputs = Record<string, { readonly outputs: Readonly<Record<string, unknown>> }>;

/** Plays a workflow and those that it depends on, step by step, in one world. */
export class Player {
  readonly #story: Story;
  readonly #results: StepResult[] = [];
  readonly #workflows: Outputs = {};
  #worldTime: string;

  constructor(story: Story) {
    this.#story = story;
    this.#worldTime = story.worldBeganAt;
  }

  /** Returns what was seen, and the steps that it did not come to. Rejects when the run is to end. */
  async play(workflow: Workflow): Promise<readonly StepResult[]> {
    for (const one of withDependencies(workflow, this.#story.document)) {
      await this.#workflow(one, one === workflow ? "" : `${one.workflowId}/`);
      if (this.#results.some(({ state }) => state === "failed")) break;
    }
    const played = new Set(this.#results.map(({ name }) => name));
    const left = workflow.steps.filter(({ stepId }) => !played.has(stepId));
    const notRun = left.map(({ stepId: name, description = "" }): StepResult => {
      return { ...NO_ANSWER, name, description, state: "not-run", unmet: [] };
    });
    return [...this.#results, ...notRun];
  }

  async #workflow(workflow: Workflow, prefix: string): Promise<void> {
    const { steps: all, outputs = {} } = workflow;
    const steps: Outputs = {};
    const scope = { inputs: this.#story.inputsOf(workflow), steps, workflows: this.#workflows };
    let retries = 0;
    for (let step = all[0]; step !== undefined; ) {
      const { unmet, exchange, action } = await this.#step(step, scope, retries);
      const isRetried = action?.type === "retry";
      const state = unmet.length === 0 ? "passed" : isRetried ? "retried" : "failed";
      this.#tell({ name: prefix + step.stepId, description: step.description ?? "", state, unmet }, exchange);
      retries = isRetried ? retries + 1 : 0;
      if (isRetried) await sleep((action.retryAfter ?? 0) * 1_000, undefined, { signal: this.#story.signal });
      else step = follower(all, step, state === "failed", action);
    }
    this.#workflows[workflow.workflowId] = { outputs: presentIn(outputs, scope) };
  }

  async #step(step: Step, before: Scope & { readonly steps: Outputs }, retries: number): Promise<Played> {
    const { requester, redaction, signal, maxSteps } = this.#story;
    if (this.#results.length >= maxSteps) {
      return { unmet: [{ expected: `an end within ${maxSteps} steps`, found: "it goes on" }], action: undefined };
    }
    let scope: Scope = before;
    const played: { unmet: StepResult["unmet"]; exchange?: Exchange } = { unmet: [] };
    try {
      const { operationId, parameters = [], requestBody, outputs = {} } = step;
      const operation = this.#story.operations.find(operationId);
      if (typeof operation === "string") throw new Error(operation);
      const filled = parameters.map((one) => ({ ...one, value: filledIn(one.value, scope) }));
      const exchange = await requester.send(operation, filled, filledIn(requestBody?.payload, scope));
      played.exchange = exchange;
      scope = { ...before, statusCode: exchange.status, response: exchange };
      played.unmet = unmetOf(criteriaOf(step), scope, redaction);
      // A step that failed may lead to one that needs what there was.
      before.steps[step.stepId] = { outputs: presentIn(outputs, scope) };
      if (played.unmet.length === 0) filledRecord(outputs, scope);
    } catch (error) {
      signal.throwIfAborted();
      played.unmet = [unmetOfError(error, scope, redaction)];
    }
    const actions = (played.unmet.length === 0 ? step.onSuccess : step.onFailure) ?? [];
    const action = actions.find(({ type, retryLimit = 1, criteria = [] }) => {
      return !(type === "retry" && retries >= retryLimit) && criteria.every((one) => readCriterion(one).holds(scope));
    });
    return { ...played, action };
  }

  #tell(step: Pick<StepResult, "name" | "description" | "state" | "unmet">, exchange: Exchange | undefined): void {
    if (exchange === undefined) {
      this.#results.push({ ...step, ...NO_ANSWER });
      return;
    }
    const { method, path, status, durationMs, worldTime } = exchange;
    const worldMs = worldTime === null ? 0 : Date.parse(worldTime) - Date.parse(this.#worldTime);
    this.#worldTime = worldTime ?? this.#worldTime;
    const request = { method, path: this.#story.redaction.text(path) };
    this.#results.push({ ...step, request, status, durationMs, worldTime, worldMs });
  }
}

/** Returns the step that comes after one; undefined at the end. */
function follower(steps: readonly Step[], step: Step, hasFailed: boolean, action: Action | undefined) {
  if (action?.type === "goto") return steps.find(({ stepId }) => stepId === action.stepId);
  return action?.type === "end" || hasFailed ? undefined : steps[steps.indexOf(step) + 1];
}
