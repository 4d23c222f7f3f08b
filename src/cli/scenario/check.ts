import type { FixturePath } from "../../spec/fixture-place.ts";
import { expressionProblems, outputProblems, type Sight } from "./check-expressions.ts";
import { parameterProblems } from "./check-parameters.ts";
import { closest } from "./closest.ts";
import { flawOf } from "./conditions.ts";
import {
  type Action,
  type Criterion,
  inputsOf,
  kindOf,
  type ScenarioDocument,
  type Step,
  type Workflow,
} from "./document.ts";
import { flawOfSchema } from "./inputs.ts";
import { type Operations, sourceOf } from "./operations.ts";
import type { Problem } from "./problem.ts";

/**
 * What Arazzo allows and yet cannot be run here, or would not mean what its author thinks. The library would tell of it
 * in the midst of a run, or not at all.
 */
export function problemsOf(document: ScenarioDocument, operations: Operations): readonly Problem[] {
  return [
    ...sourceProblems(document),
    ...referenceProblems(document, []),
    ...document.workflows.flatMap((workflow, index) => {
      return workflowProblems({ document, operations, workflow, path: ["workflows", index] });
    }),
  ];
}

/** A scenario, and the way to it. */
interface Place {
  readonly document: ScenarioDocument;
  readonly operations: Operations;
  readonly workflow: Workflow;
  readonly path: FixturePath;
}

function sourceProblems({ sourceDescriptions }: ScenarioDocument): readonly Problem[] {
  return sourceDescriptions.flatMap((given, index) => {
    const path = ["sourceDescriptions", index];
    if ((given.type ?? "openapi") !== "openapi") {
      const message = `type: ${given.type} is not run; allowed is openapi, and other scenarios only of the same file`;
      return [{ path: [...path, "type"], message }];
    }
    if (sourceOf(given) !== null) return [];
    return [{ path: [...path, "name"], message: `${given.name} is not known here; allowed are interface and control` }];
  });
}

/** Parts of other files would have to be fetched; inputs may be shared within the file. */
function referenceProblems(value: unknown, path: FixturePath): readonly Problem[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): readonly Problem[] => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    if (key !== "$ref" || String(inner).startsWith("#/components/inputs/")) return referenceProblems(inner, place);
    return [{ path: place, message: `$ref to ${String(inner)}: allowed is #/components/inputs/…` }];
  });
}

function workflowProblems(place: Place): readonly Problem[] {
  const { document, workflow, path } = place;
  const { steps, parameters, outputs, successActions, failureActions } = workflow;
  const atEnd = { document, workflow, stepsBefore: steps.length, isAnswered: false };
  const inActions = { ...atEnd, isAnswered: true };
  return [
    ...nameProblems(workflow.workflowId, [...path, "workflowId"]),
    ...(steps.length > 0 ? [] : [{ path: [...path, "steps"], message: "a scenario needs a step" }]),
    ...dependencyProblems(place),
    ...inputProblems(place),
    ...expressionProblems(atEnd, parameters, [...path, "parameters"]),
    ...outputProblems(atEnd, outputs, [...path, "outputs"]),
    ...actionProblems(inActions, successActions, [...path, "successActions"]),
    ...actionProblems(inActions, failureActions, [...path, "failureActions"]),
    ...steps.flatMap((step, index) => stepProblems(place, step, index)),
  ];
}

/** Other names could not be referred to. */
function nameProblems(name: string, path: FixturePath): readonly Problem[] {
  if (/^[A-Za-z0-9_-]+$/.test(name)) return [];
  return [{ path, message: `"${name}" is no name; allowed are letters from A to Z, digits, - and _` }];
}

function inputProblems({ document, workflow, path }: Place): readonly Problem[] {
  const inputs = inputsOf(workflow, document);
  const name = workflow.inputs?.$ref?.replace("#/components/inputs/", "");
  const at = name === undefined ? [...path, "inputs"] : ["components", "inputs", name];
  const wrong = Object.entries(inputs.properties ?? {}).flatMap(([property, schema]) => {
    const message = flawOfSchema({ properties: { [property]: schema } }, document);
    return message === null ? [] : [{ path: [...at, "properties", property], message }];
  });
  const message = wrong.length > 0 ? null : flawOfSchema(inputs, document);
  return message === null ? wrong : [{ path: at, message }];
}

function dependencyProblems({ document, workflow, path }: Place): readonly Problem[] {
  const ids = document.workflows.map(({ workflowId }) => workflowId);
  return (workflow.dependsOn ?? []).flatMap((id, index) => {
    const at = [...path, "dependsOn", index];
    if (!ids.includes(id)) return [{ path: at, message: `there is no workflow ${id}; ${closest(id, ids)}` }];
    if (!leadsTo(id, workflow.workflowId, document, [])) return [];
    const message = `${workflow.workflowId} would have to run before itself`;
    return [{ path: at, message }];
  });
}

/** Whether a workflow depends on another one, directly or by others, or is that one. */
function leadsTo(from: string, to: string, document: ScenarioDocument, seen: readonly string[]): boolean {
  if (from === to) return true;
  const needed = document.workflows.find(({ workflowId }) => workflowId === from)?.dependsOn ?? [];
  return needed.some((id) => !seen.includes(id) && leadsTo(id, to, document, [...seen, from]));
}

function stepProblems(place: Place, step: Step, index: number): readonly Problem[] {
  const { parameters, requestBody, outputs, onSuccess, onFailure, successCriteria } = step;
  const path = [...place.path, "steps", index];
  const asking: Sight = { ...place, stepsBefore: index, isAnswered: false };
  const answered = { ...asking, isAnswered: true };
  const over = { ...answered, stepsBefore: index + 1 };
  return [
    ...nameProblems(step.stepId, [...path, "stepId"]),
    ...(step.workflowId === undefined ? operationProblems(place, step, path) : childProblems(place, step, path)),
    ...bodyProblems(step, path),
    ...expressionProblems(asking, { parameters, requestBody }, path),
    ...outputProblems(answered, outputs, [...path, "outputs"]),
    ...criterionProblems(answered, successCriteria, [...path, "successCriteria"]),
    ...actionProblems(over, onSuccess, [...path, "onSuccess"]),
    ...actionProblems(over, onFailure, [...path, "onFailure"]),
  ];
}

function childProblems({ document }: Place, { workflowId }: Step, path: FixturePath): readonly Problem[] {
  const ids = document.workflows.map((workflow) => workflow.workflowId);
  if (workflowId === undefined || ids.includes(workflowId)) return [];
  return [
    { path: [...path, "workflowId"], message: `there is no workflow ${workflowId}; ${closest(workflowId, ids)}` },
  ];
}

function operationProblems(place: Place, step: Step, path: FixturePath): readonly Problem[] {
  const named = step.operationPath === undefined ? "operationId" : "operationPath";
  if (step[named] === undefined) return [{ path, message: "a step needs an operationId, operationPath or workflowId" }];
  const operation = place.operations.of(step);
  if (typeof operation === "string") return [{ path: [...path, named], message: operation }];
  if (operation.isStream) {
    const message = `the answer of ${operation.operationId} does not end, so that no step can wait for it; listEvents has the same events`;
    return [{ path: [...path, named], message }];
  }
  return parameterProblems(place, step, operation, path);
}

/** A text would be sent as a JSON text: in quotes. */
function bodyProblems({ requestBody }: Step, path: FixturePath): readonly Problem[] {
  const payload = requestBody?.payload;
  if (requestBody === undefined || (typeof payload === "object" && payload !== null)) return [];
  return [{ path: [...path, "requestBody"], message: "it needs a payload, written as YAML and not as a text of JSON" }];
}

function actionProblems(sight: Sight, actions: readonly Action[] | undefined, path: FixturePath): readonly Problem[] {
  return (actions ?? []).flatMap((action, index) => {
    const steps = sight.workflow.steps.map(({ stepId }) => stepId);
    const at = [...path, index];
    const { stepId = steps[0] ?? "" } = action;
    const problem = { path: [...at, "stepId"], message: `there is no step ${stepId}; ${closest(stepId, steps)}` };
    const unknown = steps.includes(stepId) ? [] : [problem];
    return [...unknown, ...criterionProblems(sight, action.criteria, [...at, "criteria"])];
  });
}

function criterionProblems(
  sight: Sight,
  criteria: readonly Criterion[] | undefined,
  path: FixturePath,
): readonly Problem[] {
  return (criteria ?? []).flatMap((criterion, index) => {
    const { condition, context } = criterion;
    const at = [...path, index, "condition"];
    const looked = kindOf(criterion) === "regex" ? { context } : { condition, context };
    const wrong = expressionProblems(sight, Object.values(looked), at, true);
    if (wrong.length > 0) return wrong.map(({ message }) => ({ path: at, message }));
    const flaw = flawOf(criterion);
    return flaw === null ? [] : [{ path: at, message: flaw }];
  });
}
