import type { FixturePath, PathProblem } from "../../spec/fixture-place.ts";
import { allowed, closest, nearest } from "../nearest.ts";
import { flawOfCriterion, lookedAt } from "./criterion.ts";
import type { Action, Criterion, ScenarioDocument, Step, Workflow } from "./document.ts";
import { expressionsIn, parseExpression } from "./expression.ts";
import { flawOfSchema, OFFERED_INPUTS } from "./inputs.ts";
import { isStream, type Operations, sourceOf } from "./operations.ts";

/** What can be referred to, by name. `open` can have any parts, `whole` has none, `later` is not there yet. */
type Known = "open" | "whole" | "later" | KnownNames;
interface KnownNames {
  readonly [name: string]: Known;
}

/** Returns what has Arazzo's form and yet cannot be run, or would not mean what its author thinks. */
export function problemsOf(document: ScenarioDocument, operations: Operations): readonly PathProblem[] {
  const { sourceDescriptions, workflows } = document;
  const unknown = sourceDescriptions.map((given, index) => {
    const message = `${given.name} is not known here; allowed are interface and control`;
    return sourceOf(given) === null && { path: ["sourceDescriptions", index, "name"], message };
  });
  return [
    ...unknown.filter((problem) => problem !== false),
    ...twice(workflows, "workflowId", ["workflows"]),
    ...workflows.flatMap((workflow, index) => {
      const path = ["workflows", index];
      return [
        ...dependencyProblems(workflow, document, path),
        ...workflowProblems(workflow, document, path),
        ...workflow.steps.flatMap((step, at) => {
          const stepPath = [...path, "steps", at];
          const known = (stepsBefore: number) => knownAt(document, workflow, stepsBefore);
          return [
            ...operationProblems(operations, step, stepPath),
            ...stepProblems(workflow, step, known(at), known(at + 1), stepPath),
          ];
        }),
      ];
    }),
  ];
}

function workflowProblems(workflow: Workflow, document: ScenarioDocument, path: FixturePath): readonly PathProblem[] {
  const { inputs, steps, outputs } = workflow;
  const flaw = inputs === undefined ? null : flawOfSchema(inputs);
  return [
    ...(flaw === null ? [] : [{ path: [...path, "inputs"], message: flaw }]),
    ...twice(steps, "stepId", [...path, "steps"]),
    ...outputProblems(knownAt(document, workflow, steps.length), outputs, [...path, "outputs"]),
  ];
}

function twice<Key extends string>(items: readonly Record<Key, string>[], key: Key, path: FixturePath) {
  const ids = items.map((item) => item[key]);
  return ids.flatMap((id, index): readonly PathProblem[] => {
    return ids.indexOf(id) === index ? [] : [{ path: [...path, index, key], message: `${id} is there twice` }];
  });
}

function dependencyProblems({ workflowId, dependsOn = [] }: Workflow, document: ScenarioDocument, path: FixturePath) {
  const ids = document.workflows.map((one) => one.workflowId);
  return dependsOn.flatMap((id, index): readonly PathProblem[] => {
    const at = [...path, "dependsOn", index];
    if (!ids.includes(id)) return [{ path: at, message: `there is no workflow ${id}; ${closest(id, ids)}` }];
    if (!leadsTo(id, workflowId, document, [])) return [];
    return [{ path: at, message: `${workflowId} would have to run before itself` }];
  });
}

/** Whether a workflow depends on another one, directly or by others, or is that one. */
function leadsTo(from: string, to: string, document: ScenarioDocument, seen: readonly string[]): boolean {
  if (from === to) return true;
  const needed = document.workflows.find(({ workflowId }) => workflowId === from)?.dependsOn ?? [];
  return needed.some((id) => !seen.includes(id) && leadsTo(id, to, document, [...seen, from]));
}

function operationProblems(operations: Operations, step: Step, path: FixturePath): readonly PathProblem[] {
  const at = [...path, "operationId"];
  const operation = operations.find(step.operationId);
  if (typeof operation === "string") return [{ path: at, message: operation }];
  const { operationId: id } = operation;
  if (isStream(operation)) {
    const message = `the answer of ${id} does not end, so that no step can wait for it; listEvents has the same events`;
    return [{ path: at, message }];
  }
  const { parameters = [] } = step;
  const needed = (["path", "query"] as const).flatMap((where) =>
    operation.parameters[where].filter(({ required }) => required).map(({ name }) => ({ name, where })),
  );
  const missing = needed.filter(({ name, where }) => !parameters.some((one) => one.name === name && one.in === where));
  const unfit = parameters.map(({ name, in: where }, index) => {
    const names = operation.parameters[where].map((one) => one.name);
    // A header that the description does not know may still be what a scenario is about.
    const isFit = where === "header" || names.includes(name);
    const message = `${id} has no parameter ${name} in: ${where}; ${closest(name, names)}`;
    return !isFit && { path: [...path, "parameters", index], message };
  });
  return [
    ...unfit.filter((problem) => problem !== false),
    ...missing.map(({ name, where }) => ({ path: at, message: `${id} needs the parameter ${name}, in: ${where}` })),
  ];
}

function stepProblems(
  workflow: Workflow,
  { parameters, requestBody, outputs, onSuccess = [], onFailure = [], successCriteria = [] }: Step,
  before: KnownNames,
  over: KnownNames,
  path: FixturePath,
): readonly PathProblem[] {
  const answer = { statusCode: "whole", response: { body: "open", header: "open" } } as const;
  return [
    ...expressionProblems(before, { parameters, requestBody }, path),
    ...outputProblems({ ...before, ...answer }, outputs, [...path, "outputs"]),
    ...criterionProblems({ ...before, ...answer }, successCriteria, [...path, "successCriteria"]),
    ...actionProblems(workflow, { ...over, ...answer }, onSuccess, [...path, "onSuccess"]),
    ...actionProblems(workflow, { ...over, ...answer }, onFailure, [...path, "onFailure"]),
  ];
}

function actionProblems({ steps }: Workflow, known: Known, actions: readonly Action[], path: FixturePath) {
  const ids = steps.map(({ stepId }) => stepId);
  return actions.flatMap(({ type, stepId = "", criteria = [] }, index): readonly PathProblem[] => {
    const at = [...path, index];
    const message = `there is no step ${stepId}; ${closest(stepId, ids)}`;
    return [
      ...(type !== "goto" || ids.includes(stepId) ? [] : [{ path: [...at, "stepId"], message }]),
      ...criterionProblems(known, criteria, [...at, "criteria"]),
    ];
  });
}

function criterionProblems(known: Known, criteria: readonly Criterion[], path: FixturePath): readonly PathProblem[] {
  return criteria.flatMap((criterion, index) => {
    const at = [...path, index, "condition"];
    const flaws = lookedAt(criterion).flatMap((text) => flawOfExpression(text, known) ?? []);
    const messages = flaws.length > 0 ? flaws : [flawOfCriterion(criterion)];
    return messages.flatMap((message) => (message === null ? [] : [{ path: at, message }]));
  });
}

/** A constant could not be meant. */
function outputProblems(known: Known, outputs: Workflow["outputs"] = {}, path: FixturePath): readonly PathProblem[] {
  const constant = Object.entries(outputs).filter(([, text]) => expressionsIn(text).length === 0);
  const problems = constant.map(([name, text]) => {
    return { path: [...path, name], message: `"${text}" is no expression; one is such as $response.body#/chargeId` };
  });
  return [...problems, ...expressionProblems(known, outputs, path)];
}

function expressionProblems(known: Known, value: unknown, path: FixturePath): readonly PathProblem[] {
  if (typeof value === "string") {
    const flaws = expressionsIn(value).map((text) => flawOfExpression(text, known));
    return flaws.flatMap((message) => (message === null ? [] : [{ path, message }]));
  }
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    expressionProblems(known, inner, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

/** Returns what can be referred to when so many steps of a workflow have run, and there is no answer. */
function knownAt({ workflows }: ScenarioDocument, { inputs, steps }: Workflow, stepsBefore: number): KnownNames {
  const open = (names: readonly string[]): KnownNames => Object.fromEntries(names.map((name) => [name, "open"]));
  const outputsOf = ({ outputs = {} }: Step | Workflow) => ({ outputs: open(Object.keys(outputs)) });
  return {
    inputs: open([...Object.keys(inputs?.properties ?? {}), ...OFFERED_INPUTS]),
    steps: Object.fromEntries(
      steps.map((one, index): [string, Known] => [one.stepId, index < stepsBefore ? outputsOf(one) : "later"]),
    ),
    workflows: Object.fromEntries(workflows.map((one) => [one.workflowId, outputsOf(one)])),
  };
}

const ROOTS = ["statusCode", "response", "inputs", "steps", "workflows"];

/** Returns why a text is no expression whose value could be there; null if it is one. */
function flawOfExpression(text: string, known: Known): string | null {
  const expression = parseExpression(text);
  if (expression === null || /^\$response\.body\./.test(text)) return `${text} ${spellingOf(text)}`;
  const { names, pointer } = expression;
  let level = known;
  for (const [index, name] of names.entries()) {
    const before = `$${names.slice(0, index).join(".")}`;
    if (typeof level === "string") break;
    const next = Object.hasOwn(level, name) ? level[name] : undefined;
    if (next === undefined) return `${text}: ${index === 0 ? flawOfRoot(name) : flawOfName(before, name, level)}`;
    if (next === "later") return `${name} is not over by then; only outputs of steps before are known`;
    if (next === "whole" && (index < names.length - 1 || pointer.length > 0))
      return `${text}: nothing follows $${name}`;
    level = next;
  }
  return typeof level === "string" ? null : `${text}: a name must follow; ${allowed(namesOf(level))}`;
}

/** Those that can be used by now. */
function namesOf(level: KnownNames): readonly string[] {
  return Object.keys(level).filter((name) => level[name] !== "later");
}

function flawOfName(before: string, name: string, level: KnownNames): string {
  if (Object.keys(level).join() === "outputs") return `an output is written ${before}.outputs.${name}`;
  return `${before} has no ${name}; ${closest(name, namesOf(level))}`;
}

function flawOfRoot(root: string): string {
  if (ROOTS.includes(root))
    return "there is no answer here; what is needed of one must be in the outputs of an earlier step";
  const near = nearest(root, ROOTS);
  return `there is no $${root}; ${near === undefined ? allowed(ROOTS.map((one) => `$${one}`)) : `is it $${near}?`}`;
}

/** How a way into the answer is written, for who has forgotten the #. */
function spellingOf(text: string): string {
  const [, inside] = /^\$response\.body[#./[]+(.*)$/s.exec(text) ?? [];
  if (inside === undefined) return "is no expression; one is such as $steps.initiate.outputs.withdrawId";
  const names = inside.split(/[./[\]#]+/).filter((name) => name !== "");
  return `is written $response.body#/${names.join("/")}`;
}
