import { reasonOf } from "../src/cli/user-error.ts";
import type { FixturePath, PathProblem } from "../src/spec/fixture-place.ts";
import { closest, mustBeOneOf } from "../src/spec/nearest.ts";
import { readCriterion } from "./criterion.ts";
import {
  type Action,
  type Criterion,
  type ScenarioDocument,
  type ScenarioStep,
  type Workflow,
  withDependencies,
} from "./document.ts";
import { type Expression, expressionsIn, parseExpression } from "./expression.ts";
import { compileInputs, OFFERED_INPUTS } from "./inputs.ts";
import { descriptionOf, findOperation, type StepOperation } from "./operations.ts";

const RESPONSE = ["$statusCode", "$response.body", "$response.header"];

/** Finds what has the right form and yet cannot be played, or would not mean what its author thinks. */
export class ScenarioCheck {
  readonly problems: PathProblem[] = [];
  readonly #document: ScenarioDocument;
  readonly #operations: readonly StepOperation[];

  constructor(document: ScenarioDocument, operations: readonly StepOperation[]) {
    this.#document = document;
    this.#operations = operations;
    const { sourceDescriptions, workflows } = document;
    this.#each(sourceDescriptions, ["sourceDescriptions"], "name", (given) => {
      if (descriptionOf(given) === undefined)
        throw new Error(`there is no description ${given.name}; allowed are interface and control`);
    });
    this.#eachOnce(workflows, ["workflows"], "workflowId");
    for (const [index, workflow] of workflows.entries()) this.#workflow(workflow, ["workflows", index]);
  }

  /** Applies a rule. If it throws, the message is a problem. */
  #rule(path: FixturePath, rule: () => void): void {
    try {
      rule();
    } catch (error) {
      this.problems.push({ path, message: reasonOf(error) });
    }
  }

  /** Applies a rule to each item of a list; `key`: the part of the item that it is about, if not all of it. */
  #each<T>(items: readonly T[] = [], path: FixturePath, key: string | null, rule: (item: T, index: number) => void) {
    const end = key === null ? [] : [key];
    for (const [index, item] of items.entries()) this.#rule([...path, index, ...end], () => rule(item, index));
  }

  #eachOnce<Key extends string>(items: readonly Record<Key, string>[], path: FixturePath, key: Key): void {
    const ids = items.map((item) => item[key]);
    this.#each(ids, path, key, (id, index) => {
      if (ids.indexOf(id) < index) throw new Error(`${id} is there twice`);
    });
  }

  #workflow(workflow: Workflow, path: FixturePath): void {
    const { workflowId, dependsOn, inputs = {}, steps, outputs } = workflow;
    const { workflows } = this.#document;
    this.#each(dependsOn, [...path, "dependsOn"], null, (id) => {
      mustBeOneOf("workflow", id, names(workflows, "workflowId"));
      const needed = workflows.find((one) => one.workflowId === id);
      if (needed !== undefined && withDependencies(needed, this.#document).includes(workflow))
        throw new Error(`${workflowId} would have to run before itself`);
    });
    this.#rule([...path, "inputs"], () => void compileInputs(inputs));
    this.#eachOnce(steps, [...path, "steps"], "stepId");
    for (const [index, step] of steps.entries()) this.#step(workflow, index, step, [...path, "steps", index]);
    this.#expressions({ outputs }, this.#known(workflow, steps.length), path);
  }

  #step(workflow: Workflow, index: number, step: ScenarioStep, path: FixturePath): void {
    const { parameters, requestBody, outputs, successCriteria, onSuccess, onFailure } = step;
    const before = this.#known(workflow, index);
    const answered = [...before, ...RESPONSE];
    const after = [...this.#known(workflow, index + 1), ...RESPONSE];
    this.#operation(step, path);
    this.#rule([...path, "x-saldo-no-answer"], () => {
      if (step["x-saldo-no-answer"] && (successCriteria !== undefined || outputs !== undefined))
        throw new Error("a step that expects no answer has neither successCriteria nor outputs");
    });
    this.#expressions({ parameters, requestBody }, before, path);
    this.#expressions({ outputs }, answered, path);
    this.#criteria(successCriteria, answered, [...path, "successCriteria"]);
    this.#actions(workflow, onSuccess, after, [...path, "onSuccess"]);
    this.#actions(workflow, onFailure, after, [...path, "onFailure"]);
  }

  #operation({ operationId: given, parameters = [] }: ScenarioStep, path: FixturePath): void {
    this.#rule([...path, "operationId"], () => {
      const { parameters: described, operationId } = findOperation(given, this.#operations);
      this.#each(parameters, [...path, "parameters"], null, ({ name, in: where }) => {
        const known = names(described[where], "name");
        // A scenario may be about a header that the description does not know.
        if (where !== "header" && !known.includes(name))
          throw new Error(`${operationId} has no parameter ${name} in: ${where}; ${closest(name, known)}`);
      });
      const isGiven = (name: string) => parameters.some((one) => one.name === name);
      const missing = [...described.path, ...described.query].find(({ name, required }) => required && !isGiven(name));
      if (missing !== undefined) throw new Error(`${operationId} needs the parameter ${missing.name}`);
    });
  }

  #actions({ steps }: Workflow, actions: readonly Action[] = [], known: readonly string[], path: FixturePath): void {
    this.#each(actions, path, "stepId", ({ type, stepId = "" }) => {
      if (type === "goto") mustBeOneOf("step", stepId, names(steps, "stepId"));
    });
    for (const [index, { criteria }] of actions.entries())
      this.#criteria(criteria, known, [...path, index, "criteria"]);
  }

  #criteria(criteria: readonly Criterion[] | undefined, known: readonly string[], path: FixturePath): void {
    this.#each(criteria, path, "condition", (criterion) => {
      for (const one of readCriterion(criterion).expressions) mustBeKnown(one, known);
    });
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
    const inputs = [...Object.keys(workflow.inputs?.properties ?? {}), ...OFFERED_INPUTS];
    return [
      ...inputs.map((name) => `$inputs.${name}`),
      ...workflow.steps.slice(0, stepCount).flatMap((one) => outputsOf(`$steps.${one.stepId}`, one)),
      ...others.flatMap((one) => outputsOf(`$workflows.${one.workflowId}`, one)),
    ];
  }
}

function names<Key extends string>(items: readonly Readonly<Record<Key, string>>[], key: Key): readonly string[] {
  return items.map((item) => item[key]);
}

function outputsOf(place: string, { outputs = {} }: ScenarioStep | Workflow): readonly string[] {
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
