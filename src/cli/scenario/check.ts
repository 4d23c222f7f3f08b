import type { FixturePath, PathProblem } from "../../spec/fixture-place.ts";
import { closest } from "../nearest.ts";
import { reasonOf } from "../user-error.ts";
import { readCriterion } from "./criterion.ts";
import {
  type Action,
  type Criterion,
  type ScenarioDocument,
  type Step,
  type Workflow,
  withDependencies,
} from "./document.ts";
import { type Expression, expressionsIn, parseExpression } from "./expression.ts";
import { compileInputs, OFFERED_INPUTS } from "./inputs.ts";
import { type Operations, sourceOf } from "./operations.ts";

/** Returns what has the right form and yet cannot be played, or would not mean what its author thinks. */
export function problemsOf(document: ScenarioDocument, operations: Operations): readonly PathProblem[] {
  const check = new Check(document, operations);
  check.document();
  return check.problems;
}

const RESPONSE = ["$statusCode", "$response.body", "$response.header"];

class Check {
  readonly problems: PathProblem[] = [];
  readonly #document: ScenarioDocument;
  readonly #operations: Operations;

  constructor(document: ScenarioDocument, operations: Operations) {
    this.#document = document;
    this.#operations = operations;
  }

  document(): void {
    const { sourceDescriptions, workflows } = this.#document;
    for (const [index, given] of sourceDescriptions.entries()) {
      this.#rule(["sourceDescriptions", index, "name"], () => {
        if (sourceOf(given) === undefined)
          throw new Error(`there is no description ${given.name}; allowed are interface and control`);
      });
    }
    this.#eachOnce(workflows, "workflowId", ["workflows"]);
    for (const [index, workflow] of workflows.entries()) this.#workflow(workflow, ["workflows", index]);
  }

  /** Keeps the message of the error that a rule throws. */
  #rule(path: FixturePath, rule: () => void): void {
    try {
      rule();
    } catch (error) {
      this.problems.push({ path, message: reasonOf(error) });
    }
  }

  #eachOnce<Key extends string>(items: readonly Record<Key, string>[], key: Key, path: FixturePath): void {
    const ids = items.map((item) => item[key]);
    for (const [index, id] of ids.entries()) {
      if (ids.indexOf(id) < index) this.problems.push({ path: [...path, index, key], message: `${id} is there twice` });
    }
  }

  #workflow(workflow: Workflow, path: FixturePath): void {
    const { workflowId, dependsOn = [], inputs = {}, steps, outputs } = workflow;
    for (const [index, id] of dependsOn.entries()) {
      this.#rule([...path, "dependsOn", index], () => {
        const { workflows } = this.#document;
        const ids = workflows.map((one) => one.workflowId);
        const needed = workflows[ids.indexOf(id)];
        if (needed === undefined) throw new Error(`there is no workflow ${id}; ${closest(id, ids)}`);
        if (withDependencies(needed, this.#document).includes(workflow))
          throw new Error(`${workflowId} would have to run before itself`);
      });
    }
    this.#rule([...path, "inputs"], () => void compileInputs(inputs));
    this.#eachOnce(steps, "stepId", [...path, "steps"]);
    for (const [index, step] of steps.entries()) this.#step(workflow, index, step, [...path, "steps", index]);
    this.#expressions({ outputs }, this.#known(workflow, steps.length), path);
  }

  #step(workflow: Workflow, index: number, step: Step, path: FixturePath): void {
    const before = this.#known(workflow, index);
    const after = [...this.#known(workflow, index + 1), ...RESPONSE];
    this.#operation(step, path);
    const answered = [...before, ...RESPONSE];
    this.#expressions({ parameters: step.parameters, requestBody: step.requestBody }, before, path);
    this.#expressions({ outputs: step.outputs }, answered, path);
    this.#criteria(step.successCriteria, answered, [...path, "successCriteria"]);
    for (const key of ["onSuccess", "onFailure"] as const) this.#actions(workflow, step[key], after, [...path, key]);
  }

  #operation({ operationId: given, parameters = [] }: Step, path: FixturePath): void {
    this.#rule([...path, "operationId"], () => {
      const { parameters: described, operationId } = this.#operations.find(given);
      for (const [index, { name, in: where }] of parameters.entries()) {
        const names = described[where].map((one) => one.name);
        // A scenario may be about a header that the description does not know.
        if (where === "header" || names.includes(name)) continue;
        const message = `${operationId} has no parameter ${name} in: ${where}; ${closest(name, names)}`;
        this.problems.push({ path: [...path, "parameters", index], message });
      }
      for (const { name, required } of [...described.path, ...described.query]) {
        if (required && !parameters.some((one) => one.name === name))
          throw new Error(`${operationId} needs the parameter ${name}`);
      }
    });
  }

  #actions({ steps }: Workflow, actions: readonly Action[] = [], known: readonly string[], path: FixturePath): void {
    const ids = steps.map(({ stepId }) => stepId);
    for (const [index, { type, stepId = "", criteria }] of actions.entries()) {
      this.#rule([...path, index, "stepId"], () => {
        if (type === "goto" && !ids.includes(stepId))
          throw new Error(`there is no step ${stepId}; ${closest(stepId, ids)}`);
      });
      this.#criteria(criteria, known, [...path, index, "criteria"]);
    }
  }

  #criteria(criteria: readonly Criterion[] = [], known: readonly string[], path: FixturePath): void {
    for (const [index, criterion] of criteria.entries()) {
      this.#rule([...path, index, "condition"], () => {
        for (const one of readCriterion(criterion).expressions) mustBeKnown(one, known);
      });
    }
  }

  #expressions(value: unknown, known: readonly string[], path: FixturePath): void {
    if (typeof value === "string") {
      for (const text of expressionsIn(value)) this.#rule(path, () => mustBeKnown(parseExpression(text), known));
    } else if (typeof value === "object" && value !== null) {
      for (const [key, inner] of Object.entries(value))
        this.#expressions(inner, known, [...path, Array.isArray(value) ? Number(key) : key]);
    }
  }

  /** Returns the expressions that have a value when this number of steps has run. */
  #known(workflow: Workflow, stepCount: number): readonly string[] {
    const [, ...others] = withDependencies(workflow, this.#document).toReversed();
    return [
      ...[...Object.keys(workflow.inputs?.properties ?? {}), ...OFFERED_INPUTS].map((name) => `$inputs.${name}`),
      ...workflow.steps.slice(0, stepCount).flatMap((one) => outputsOf(`$steps.${one.stepId}`, one)),
      ...others.flatMap((one) => outputsOf(`$workflows.${one.workflowId}`, one)),
    ];
  }
}

function outputsOf(place: string, { outputs = {} }: Step | Workflow): readonly string[] {
  return Object.keys(outputs).map((name) => `${place}.outputs.${name}`);
}

/** Throws an error unless the expression is one of those known, or a part of one. */
function mustBeKnown({ text, names: [root = "", ...rest] }: Expression, known: readonly string[]): void {
  const name = [`$${root}`, ...rest].join(".");
  if (known.some((one) => name === one || (one !== "$statusCode" && name.startsWith(`${one}.`)))) return;
  const alike = known.filter((one) => one.startsWith(`$${root}.`));
  if (["statusCode", "response"].includes(root) && !known.includes("$statusCode"))
    throw new Error(`${text}: there is no response yet; use outputs of an earlier step`);
  if (root === "steps" && alike.length === 0) throw new Error(`${text}: no step before this one has outputs`);
  throw new Error(`there is no ${text} here; ${closest(name, alike.length > 0 ? alike : known)}`);
}
