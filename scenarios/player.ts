import { setTimeout as sleep } from "node:timers/promises";
import { readCriterion } from "./criterion.ts";
import { type Action, type ScenarioStep, type Workflow, withDependencies } from "./document.ts";
import { type Expression, filledIn, type Scope } from "./expression.ts";
import { inputsFor } from "./inputs.ts";
import { findOperation } from "./operations.ts";
import { NOTHING_SEEN, type ScenarioResult, type StepResult } from "./result.ts";
import type { ScenarioFile } from "./scenario-file.ts";
import { type ScenarioStage, ScenarioWorld } from "./scenario-world.ts";
import { noValue, unmetOf } from "./unmet.ts";

/** A scenario with more steps than this jumps back for ever. */
export const MAX_STEPS = 500;

/** Plays a workflow in a world of its own. Rejects when the run must end. */
export async function playScenario(
  file: ScenarioFile,
  workflow: Workflow,
  stage: ScenarioStage,
): Promise<ScenarioResult> {
  const { document, name } = file;
  const place = file.locate(["workflows", document.workflows.indexOf(workflow), "x-saldo-world"]);
  const opening = ScenarioWorld.open(stage, workflow["x-saldo-world"] ?? {}, place);
  stage.made.add(opening);
  await using world = await opening;
  const began = performance.now();
  const worldBeganAt = world.time;
  const steps = await new Player(file, stage, world).play(workflow);
  stage.signal.throwIfAborted();
  const durationMs = performance.now() - began;
  await world.record(workflow.workflowId);
  const passed = steps.every(({ state }) => state !== "failed");
  const { workflowId, summary = document.info.title } = workflow;
  return { file: name, name: workflowId, summary, passed, durationMs, worldBeganAt, steps };
}

type Values = Record<string, { readonly outputs: unknown }>;

/** Plays a workflow and those that it depends on, step by step, in one world. */
class Player {
  readonly #file: ScenarioFile;
  readonly #stage: ScenarioStage;
  readonly #world: ScenarioWorld;
  readonly #results: StepResult[] = [];
  readonly #workflows: Values = {};

  constructor(file: ScenarioFile, stage: ScenarioStage, world: ScenarioWorld) {
    this.#file = file;
    this.#stage = stage;
    this.#world = world;
  }

  /** Returns what was seen, and the steps that were not played. */
  async play(workflow: Workflow): Promise<readonly StepResult[]> {
    for (const one of withDependencies(workflow, this.#file.document)) {
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
    const { choice, sink, signal } = this.#stage;
    const offered = { apiKey: this.#world.apiKey, receiver: sink.receiver, nobody: sink.nobody };
    const inputs = { ...inputsFor(choice.input, workflow), ...offered };
    const scope = { inputs, steps: values, workflows: this.#workflows };
    let retries = 0;
    for (let step = steps[0]; step !== undefined; ) {
      const { stepId, description = "" } = step;
      const { unmet, seen, action } = await this.#step(step, scope, retries);
      const isRetried = action?.type === "retry";
      const state = unmet.length === 0 ? "passed" : isRetried ? "retried" : "failed";
      this.#results.push({ name: prefix + stepId, description, state, ...seen, unmet });
      retries = isRetried ? retries + 1 : 0;
      if (isRetried) await sleep((action.retryAfter ?? 0) * 1_000, undefined, { signal });
      else step = nextStep(steps, step, state === "failed", action);
    }
    this.#workflows[workflowId] = { outputs: filledIn(outputs, scope, []) };
  }

  async #step(step: ScenarioStep, before: Scope & { readonly steps: Values }, retries: number) {
    const { stepId, operationId, parameters = [], requestBody, outputs, onSuccess = [], onFailure = [] } = step;
    let scope: Scope = before;
    let seen = NOTHING_SEEN;
    let unmet: StepResult["unmet"] = [{ expected: `an end within ${MAX_STEPS} steps`, found: "it goes on" }];
    if (this.#results.length >= MAX_STEPS) return { unmet, seen };
    const missing: Expression[] = [];
    const filled = parameters.map((one) => ({ ...one, value: filledIn(one.value, before, missing) }));
    const payload = filledIn(requestBody?.payload, before, missing);
    unmet = missing.map((one) => noValue(one, before));
    if (unmet.length === 0) {
      const sent = await this.#world.send(findOperation(operationId, this.#file.operations), filled, payload);
      seen = sent.seen;
      if (sent.response !== undefined) scope = { ...before, statusCode: seen.status, response: sent.response };
      // Also of a step that failed: the one that it leads to may need them.
      before.steps[stepId] = { outputs: filledIn(outputs, scope, missing) };
      unmet = unmetOf(step, scope, this.#stage.redaction, sent.lost);
      if (unmet.length === 0) unmet = missing.map((one) => noValue(one, scope));
    }
    const actions: readonly Action[] = unmet.length === 0 ? onSuccess : onFailure;
    const action = actions.find(({ type, retryLimit = 1, criteria = [] }) => {
      return !(type === "retry" && retries >= retryLimit) && criteria.every((one) => readCriterion(one).holds(scope));
    });
    return { unmet, seen, action };
  }
}

/** Returns the step after one; undefined at the end. */
function nextStep(steps: readonly ScenarioStep[], step: ScenarioStep, hasFailed: boolean, action: Action | undefined) {
  if (action?.type === "goto") return steps.find(({ stepId }) => stepId === action.stepId);
  return action?.type === "end" || hasFailed ? undefined : steps[steps.indexOf(step) + 1];
}
