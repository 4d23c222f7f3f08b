import type { components } from "../src/spec/generated/scenario.ts";

type Schemas = components["schemas"];

/** A scenario file. `fixtures/scenario.schema.json` says what every field means. */
export type ScenarioDocument = Schemas["scenario"];
export type SourceDescription = Schemas["sourceDescription"];
export type Workflow = Schemas["workflow"];
export type ScenarioStep = Schemas["step"];
export type GivenParameter = Schemas["parameter"];
export type Criterion = Schemas["criterion"];
/** What comes after a step; after a success there are no retries. */
export type Action = Schemas["failureAction"];

/** Returns a workflow behind those that must run before it, each once. */
export function withDependencies(workflow: Workflow, { workflows }: ScenarioDocument): readonly Workflow[] {
  const seen = new Set<Workflow>();
  const visit = (one: Workflow): readonly Workflow[] => {
    if (seen.has(one)) return [];
    seen.add(one);
    const needed = (one.dependsOn ?? []).flatMap((id) => workflows.filter(({ workflowId }) => workflowId === id));
    return [...needed.flatMap(visit), one];
  };
  return visit(workflow);
}
