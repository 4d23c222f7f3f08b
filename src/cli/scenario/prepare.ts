import { speaksOfStatus, success } from "./conditions.ts";
import { inputsOf, type ScenarioDocument, type Step, type Workflow } from "./document.ts";
import { offeredInputs } from "./inputs.ts";
import { type Operation, type Operations, type SourceName, sourceNames } from "./operations.ts";

/** What the library is given: by file name, documents of its own making, so that it reads nothing else. */
export type PreparedFiles = ReadonlyMap<string, string>;

export const scenarioPath = "/scenario.yaml";

/**
 * The scenario with what it leaves to be understood: where the operations are, that a step succeeds, which inputs there
 * are. Of the descriptions there is only how each operation is reached. With more, the library would invent bodies that
 * a step has not, and hold answers against their schemas, which is the business of the contracts.
 */
export function prepare(document: ScenarioDocument, operations: Operations, last: Workflow): PreparedFiles {
  const used = new Map<string, Operation>();
  const workflows = document.workflows.map((workflow) => ({
    ...workflow,
    // What it depends on is run before it, each time in its own world.
    dependsOn: undefined,
    // Nobody reads those of the last one, and where a step fails, the library would lose the whole story over them.
    outputs: workflow === last ? undefined : workflow.outputs,
    inputs: preparedInputs(workflow, document),
    steps: workflow.steps.map((step) => preparedStep(step, operations, used)),
  }));
  const sourceDescriptions = sourceNames.map((name) => ({ name, type: "openapi", url: `${name}.yaml` }));
  const scenario = { ...document, sourceDescriptions, workflows };
  const descriptions = sourceNames.map((name) => [`/${name}.yaml`, description(name, [...used.values()])] as const);
  // JSON is YAML, too.
  return new Map(
    [[scenarioPath, scenario] as const, ...descriptions].map(([path, one]) => [path, JSON.stringify(one)]),
  );
}

/** The workflows that must have run before this one, and itself; each once, however many want it. */
export function withDependencies(workflow: Workflow, { workflows }: ScenarioDocument): readonly Workflow[] {
  const order = new Set<Workflow>();
  const visit = (one: Workflow, above: readonly Workflow[]) => {
    for (const id of one.dependsOn ?? []) {
      const needed = workflows.find(({ workflowId }) => workflowId === id);
      if (needed !== undefined && !above.includes(needed)) visit(needed, [...above, one]);
    }
    order.add(one);
  };
  visit(workflow, []);
  return [...order];
}

function preparedInputs(workflow: Workflow, document: ScenarioDocument) {
  // The library compiles the schema each time that a step jumps, and that is most of its work.
  if (!JSON.stringify(workflow).includes("$inputs.")) return undefined;
  const inputs = inputsOf(workflow, document);
  const offered = Object.fromEntries(offeredInputs.map((name) => [name, { type: "string" }]));
  // Whether they fit was seen before; the library would drop what it does not like.
  return { type: "object", properties: { ...inputs.properties, ...offered } };
}

function preparedStep(step: Step, operations: Operations, used: Map<string, Operation>) {
  const criteria = step.successCriteria ?? [];
  if (step.workflowId !== undefined) return step;
  const operation = operations.of(step);
  if (typeof operation === "string") throw new Error(`the step was not checked: ${operation}`);
  const operationId = `$sourceDescriptions.${operation.source}.${operation.operationId}`;
  used.set(operationId, operation);
  const successCriteria = speaksOfStatus(criteria) ? criteria : [success, ...criteria];
  return { ...step, operationPath: undefined, operationId, successCriteria };
}

function description(source: SourceName, used: readonly Operation[]) {
  const paths: Record<string, Record<string, object>> = {};
  for (const { path, method, operationId } of used.filter((operation) => operation.source === source)) {
    paths[path] = { ...paths[path], [method]: { operationId, responses: { default: { description: "Any answer." } } } };
  }
  return { openapi: "3.1.0", info: { title: source, version: "1" }, servers: [{ url: "/" }], paths };
}
