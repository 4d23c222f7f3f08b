import type { FixturePath, PathProblem } from "../../spec/fixture-place.ts";
import { closest } from "../nearest.ts";
import { reasonOf } from "../start-refused.ts";
import { readCriterion } from "./criterion.ts";
import type { Action, Criterion, ScenarioDocument, Step, Workflow } from "./document.ts";
import { expressionsIn, parseExpression } from "./expression.ts";
import { compileInputs, OFFERED_INPUTS } from "./inputs.ts";
import { flawOfExpression, type Known, type KnownNames } from "./known-names.ts";
import { isStream, type Operations, sourceOf } from "./operations.ts";

/** Returns what has Arazzo's form and yet cannot be run, or would not mean what its author thinks. */
export function problemsOf(document: ScenarioDocument, operations: Operations): readonly PathProblem[] {
  const check = new Check(document, operations);
  check.all();
  return check.problems;
}

class Check {
  readonly problems: PathProblem[] = [];
  readonly #document: ScenarioDocument;
  readonly #operations: Operations;

  constructor(document: ScenarioDocument, operations: Operations) {
    this.#document = document;
    this.#operations = operations;
  }

  all(): void {
    const { sourceDescriptions, workflows } = this.#document;
    for (const [index, given] of sourceDescriptions.entries()) {
      const message = `${given.name} is not known here; allowed are interface and control`;
      if (sourceOf(given) === null) this.#tell(["sourceDescriptions", index, "name"], message);
    }
    this.#eachOnce(workflows, "workflowId", ["workflows"]);
    for (const [index, workflow] of workflows.entries()) this.#workflow(workflow, ["workflows", index]);
  }

  #tell(path: FixturePath, message: string | null): void {
    if (message !== null) this.problems.push({ path, message });
  }

  /** Tells the message of what `look` throws. */
  #try(path: FixturePath, look: () => void): void {
    try {
      look();
    } catch (error) {
      this.#tell(path, reasonOf(error));
    }
  }

  #eachOnce<Key extends string>(items: readonly Record<Key, string>[], key: Key, path: FixturePath): void {
    const ids = items.map((item) => item[key]);
    for (const [index, id] of ids.entries()) {
      if (ids.indexOf(id) < index) this.#tell([...path, index, key], `${id} is there twice`);
    }
  }

  #workflow(workflow: Workflow, path: FixturePath): void {
    const { workflowId, dependsOn = [], inputs = {}, steps, outputs } = workflow;
    const ids = this.#document.workflows.map((one) => one.workflowId);
    for (const [index, id] of dependsOn.entries()) {
      const at = [...path, "dependsOn", index];
      if (!ids.includes(id)) this.#tell(at, `there is no workflow ${id}; ${closest(id, ids)}`);
      else if (this.#leadsTo(id, workflowId, [])) this.#tell(at, `${workflowId} would have to run before itself`);
    }
    this.#try([...path, "inputs"], () => compileInputs(inputs));
    this.#eachOnce(steps, "stepId", [...path, "steps"]);
    for (const [index, step] of steps.entries()) this.#step(workflow, step, index, [...path, "steps", index]);
    this.#outputs(this.#known(workflow, steps.length), outputs, [...path, "outputs"]);
  }

  /** Whether a workflow depends on another one, directly or by others, or is that one. */
  #leadsTo(from: string, to: string, seen: readonly string[]): boolean {
    const needed = this.#document.workflows.find(({ workflowId }) => workflowId === from)?.dependsOn ?? [];
    return from === to || needed.some((id) => !seen.includes(id) && this.#leadsTo(id, to, [...seen, from]));
  }

  #step(workflow: Workflow, step: Step, index: number, path: FixturePath): void {
    const { parameters, requestBody, outputs, successCriteria } = step;
    const answer = { statusCode: "whole", response: { body: "open", header: "open" } } as const;
    const before = this.#known(workflow, index);
    const over = { ...this.#known(workflow, index + 1), ...answer };
    this.#operation(step, path);
    this.#expressions(before, { parameters, requestBody }, path);
    this.#outputs({ ...before, ...answer }, outputs, [...path, "outputs"]);
    this.#criteria({ ...before, ...answer }, successCriteria, [...path, "successCriteria"]);
    for (const key of ["onSuccess", "onFailure"] as const) this.#actions(workflow, over, step[key], [...path, key]);
  }

  #operation({ operationId, parameters = [] }: Step, path: FixturePath): void {
    const at = [...path, "operationId"];
    const operation = this.#operations.find(operationId);
    if (typeof operation === "string") {
      this.#tell(at, operation);
      return;
    }
    const { operationId: id } = operation;
    const endless = `the answer of ${id} does not end, so that no step can wait for it; listEvents has the same events`;
    if (isStream(operation)) this.#tell(at, endless);
    for (const [index, { name, in: where }] of parameters.entries()) {
      const names = operation.parameters[where].map((one) => one.name);
      // A header that the description does not know may still be what a scenario is about.
      if (where === "header" || names.includes(name)) continue;
      const message = `${id} has no parameter ${name} in: ${where}; ${closest(name, names)}`;
      this.#tell([...path, "parameters", index], message);
    }
    for (const where of ["path", "query"] as const) {
      for (const { name, required } of operation.parameters[where]) {
        const isGiven = parameters.some((one) => one.name === name && one.in === where);
        if (required && !isGiven) this.#tell(at, `${id} needs the parameter ${name}, in: ${where}`);
      }
    }
  }

  #actions({ steps }: Workflow, known: Known, actions: readonly Action[] = [], path: FixturePath): void {
    const ids = steps.map(({ stepId }) => stepId);
    for (const [index, { type, stepId = "", criteria }] of actions.entries()) {
      const message = `there is no step ${stepId}; ${closest(stepId, ids)}`;
      if (type === "goto" && !ids.includes(stepId)) this.#tell([...path, index, "stepId"], message);
      this.#criteria(known, criteria, [...path, index, "criteria"]);
    }
  }

  #criteria(known: Known, criteria: readonly Criterion[] = [], path: FixturePath): void {
    for (const [index, criterion] of criteria.entries()) {
      const at = [...path, index, "condition"];
      this.#try(at, () => {
        for (const one of readCriterion(criterion).expressions) this.#tell(at, flawOfExpression(one, known));
      });
    }
  }

  /** A constant could not be meant. */
  #outputs(known: Known, outputs: Workflow["outputs"] = {}, path: FixturePath): void {
    for (const [name, text] of Object.entries(outputs)) {
      const message = `"${text}" is no expression; one is such as $response.body#/chargeId`;
      if (expressionsIn(text).length === 0) this.#tell([...path, name], message);
    }
    this.#expressions(known, outputs, path);
  }

  #expressions(known: Known, value: unknown, path: FixturePath): void {
    if (typeof value === "string") {
      for (const text of expressionsIn(value)) {
        this.#try(path, () => this.#tell(path, flawOfExpression(parseExpression(text), known)));
      }
    } else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value)) {
        this.#expressions(known, inner, [...path, Array.isArray(value) ? Number(key) : key]);
      }
    }
  }

  /** Returns what can be referred to when so many steps of a workflow have run, and there is no answer. */
  #known({ inputs, steps }: Workflow, stepsBefore: number): KnownNames {
    const open = (names: readonly string[]): KnownNames => Object.fromEntries(names.map((name) => [name, "open"]));
    const outputsOf = ({ outputs = {} }: Step | Workflow) => ({ outputs: open(Object.keys(outputs)) });
    const known = steps.map((one, index): [string, Known] => [
      one.stepId,
      index < stepsBefore ? outputsOf(one) : "later",
    ]);
    return {
      inputs: open([...Object.keys(inputs?.properties ?? {}), ...OFFERED_INPUTS]),
      steps: Object.fromEntries(known),
      workflows: Object.fromEntries(this.#document.workflows.map((one) => [one.workflowId, outputsOf(one)])),
    };
  }
}
