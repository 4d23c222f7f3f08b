import type { FixturePath } from "../../spec/fixture-place.ts";
import { closest } from "./closest.ts";
import type { Parameter, ParameterOrReference, ScenarioDocument, Step, Workflow } from "./document.ts";
import type { Operation } from "./operations.ts";
import type { Problem } from "./problem.ts";

interface Place {
  readonly document: ScenarioDocument;
  readonly workflow: Workflow;
}

/** What is wrong with the parameters of a step, or missing. */
export function parameterProblems(
  place: Place,
  step: Step,
  operation: Operation,
  path: FixturePath,
): readonly Problem[] {
  const own = (step.parameters ?? []).map((parameter) => resolved(place.document, parameter));
  const given = [...own, ...(place.workflow.parameters ?? []).map((one) => resolved(place.document, one))];
  const unfit = own.flatMap((parameter, index) => {
    const at = [...path, "parameters", index];
    return parameter === null
      ? [{ path: at, message: "the reference leads to no parameter in components.parameters" }]
      : flawOfParameter(parameter, operation).map((message) => ({ path: at, message }));
  });
  const missing = operation.parameters.filter(
    (needed) => needed.required && !given.some((one) => one?.name === needed.name && one.in === needed.in),
  );
  const texts = missing.map(
    (needed) => `${operation.operationId} needs the parameter ${needed.name}, in: ${needed.in}`,
  );
  return [...unfit, ...texts.map((message) => ({ path: [...path, "operationId"], message }))];
}

function flawOfParameter({ name, in: where }: Parameter, operation: Operation): readonly string[] {
  if (where === undefined) return [`the parameter ${name} needs an in: path, query or header`];
  if (where === "header" || operation.parameters.some((one) => one.name === name && one.in === where)) return [];
  const names = operation.parameters.filter((one) => one.in === where).map((one) => one.name);
  return [`${operation.operationId} has no parameter ${name} in: ${where}; ${closest(name, names)}`];
}

function resolved({ components }: ScenarioDocument, parameter: ParameterOrReference): Parameter | null {
  if (!("reference" in parameter)) return parameter;
  return components?.parameters?.[parameter.reference.replace("$components.parameters.", "")] ?? null;
}
