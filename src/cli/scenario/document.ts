/** A scenario file as its author wrote it: Arazzo 1.0, of which only what Saldo looks at is named here. */
export interface ScenarioDocument {
  readonly info: { readonly title: string; readonly summary?: string };
  readonly sourceDescriptions: readonly SourceDescription[];
  readonly workflows: readonly Workflow[];
  readonly components?: {
    readonly inputs?: Readonly<Record<string, InputSchema>>;
    readonly parameters?: Readonly<Record<string, Parameter>>;
  };
}

export interface SourceDescription {
  readonly name: string;
  readonly url: string;
  readonly type?: string;
}

export interface Workflow {
  readonly workflowId: string;
  readonly summary?: string;
  readonly description?: string;
  readonly inputs?: InputSchema;
  readonly dependsOn?: readonly string[];
  readonly parameters?: readonly ParameterOrReference[];
  readonly steps: readonly Step[];
  readonly successActions?: readonly Action[];
  readonly failureActions?: readonly Action[];
  readonly outputs?: Readonly<Record<string, string>>;
  /** How the world of this scenario begins: what POST /sandbox/worlds takes. */
  readonly "x-saldo-world"?: unknown;
}

export interface Step {
  readonly stepId: string;
  readonly description?: string;
  readonly operationId?: string;
  readonly operationPath?: string;
  readonly workflowId?: string;
  readonly parameters?: readonly ParameterOrReference[];
  readonly requestBody?: { readonly contentType?: string; readonly payload?: unknown };
  readonly successCriteria?: readonly Criterion[];
  readonly onSuccess?: readonly Action[];
  readonly onFailure?: readonly Action[];
  readonly outputs?: Readonly<Record<string, string>>;
}

export interface Criterion {
  readonly condition: string;
  readonly context?: string | undefined;
  readonly type?: string | { readonly type?: string | undefined } | undefined;
}

export interface Action {
  readonly criteria?: readonly Criterion[];
  readonly stepId?: string;
  readonly workflowId?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in?: string;
  readonly value: unknown;
}

/** One of `components`, named by an expression: `$components.parameters.key`. */
interface Reference {
  readonly reference: string;
}

export type ParameterOrReference = Parameter | Reference;

export interface InputSchema {
  readonly $ref?: string;
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

/** How a criterion is held against the answer. */
export function kindOf({ type }: Criterion): string {
  return (typeof type === "object" ? type.type : type) ?? "simple";
}

/** Its own, or those of `components` that it refers to. */
export function inputsOf({ inputs }: Workflow, { components }: ScenarioDocument): InputSchema {
  const name = inputs?.$ref?.replace("#/components/inputs/", "");
  return (name === undefined ? inputs : components?.inputs?.[name]) ?? {};
}
