/** A scenario file: the part of Arazzo 1.0 that Saldo runs. docs/scenarios.md describes it. */
export interface ScenarioDocument {
  readonly info: { readonly title: string };
  readonly sourceDescriptions: readonly SourceDescription[];
  readonly workflows: readonly Workflow[];
}

export interface SourceDescription {
  readonly name: string;
  readonly url: string;
}

export interface Workflow {
  readonly workflowId: string;
  readonly summary?: string;
  readonly inputs?: InputSchema;
  readonly dependsOn?: readonly string[];
  readonly steps: readonly Step[];
  readonly outputs?: Readonly<Record<string, string>>;
  /** How the world of this scenario begins: what POST /sandbox/worlds takes. */
  readonly "x-saldo-world"?: unknown;
}

export interface Step {
  readonly stepId: string;
  readonly description?: string;
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly payload: unknown };
  readonly successCriteria?: readonly Criterion[];
  readonly onSuccess?: readonly Action[];
  readonly onFailure?: readonly Action[];
  readonly outputs?: Readonly<Record<string, string>>;
}

export interface Criterion {
  readonly condition: string;
  readonly context?: string;
  readonly type?: "simple" | "regex" | "jsonpath";
}

export interface Action {
  readonly type: "goto" | "end" | "retry";
  readonly criteria?: readonly Criterion[];
  readonly stepId?: string;
  /** In seconds of the machine's clock. */
  readonly retryAfter?: number;
  readonly retryLimit?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly value: unknown;
}

export interface InputSchema {
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** What a step that says nothing of its status must fulfil. */
export const SUCCESS: Criterion = { condition: "$statusCode >= 200 && $statusCode < 300" };

/** Returns the criteria of a step, with the one that is understood. */
export function criteriaOf({ successCriteria = [] }: Step): readonly Criterion[] {
  const isStatusNamed = successCriteria.some(({ condition, context = "" }) =>
    `${condition} ${context}`.includes("$statusCode"),
  );
  return isStatusNamed ? successCriteria : [SUCCESS, ...successCriteria];
}

/** Returns the workflows that must have run before this one, and itself; each once, however many want it. */
export function withDependencies(workflow: Workflow, { workflows }: ScenarioDocument): readonly Workflow[] {
  const order = new Set<Workflow>();
  const visit = (one: Workflow) => {
    // None leads back to itself: such files are refused.
    for (const id of one.dependsOn ?? []) for (const needed of workflows) if (needed.workflowId === id) visit(needed);
    order.add(one);
  };
  visit(workflow);
  return [...order];
}

const text = { type: "string" };
const outputs = { type: "object", additionalProperties: text };
const name = { type: "string", pattern: "^[A-Za-z0-9_-]+$", examples: ["look-again"] };

function object(properties: object, ...required: readonly string[]) {
  return { type: "object", properties, required, additionalProperties: false, patternProperties: { "^x-": {} } };
}

const parameters = {
  type: "array",
  items: object({ name: text, in: { enum: ["path", "query", "header"] }, value: {} }, "name", "in", "value"),
};
const criteria = {
  type: "array",
  items: object(
    {
      condition: text,
      context: text,
      type: { enum: ["simple", "regex", "jsonpath"] },
    },
    "condition",
  ),
};

function actions(types: readonly string[]) {
  const retry = { retryAfter: { type: "number", minimum: 0 }, retryLimit: { type: "integer", minimum: 0 } };
  const properties = { name: text, type: { enum: types }, stepId: text, criteria, ...(types.length > 2 && retry) };
  return { type: "array", items: object(properties, "name", "type") };
}

const step = object(
  {
    ...{ stepId: name, description: text, operationId: text, parameters, outputs },
    requestBody: object({ contentType: { const: "application/json" }, payload: { type: "object" } }, "payload"),
    ...{ successCriteria: criteria, onSuccess: actions(["goto", "end"]), onFailure: actions(["goto", "end", "retry"]) },
  },
  ...["stepId", "operationId"],
);

/** Returns the form of a scenario file; `world`: the form of `x-saldo-world`. */
export function scenarioSchema(world: object): object {
  const description = object({ name: text, url: text, type: { enum: ["openapi"] } }, "name", "url");
  const workflow = object(
    {
      ...{ workflowId: name, summary: text, description: text, dependsOn: { type: "array", items: text }, outputs },
      inputs: { type: "object" },
      steps: { type: "array", minItems: 1, items: step },
      "x-saldo-world": world,
    },
    ...["workflowId", "steps"],
  );
  const info = object({ title: text, version: text, summary: text, description: text }, "title", "version");
  const list = (items: object) => ({ type: "array", minItems: 1, items });
  const parts = { arazzo: text, info, sourceDescriptions: list(description), workflows: list(workflow) };
  return object(parts, ...Object.keys(parts));
}
