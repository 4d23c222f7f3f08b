/** A scenario file, as `fixtures/scenario.schema.json` has it: the part of Arazzo 1.0 that Saldo runs. */
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
