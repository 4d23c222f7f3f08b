import type { ReferenceObject, SchemaObject } from "openapi3-ts/oas31";
import { SpecError } from "./spec-error.ts";

/** What of a response is each body's own. */
interface OutcomeBody {
  readonly description: string;
  readonly outcomes: readonly string[];
  readonly schema: SchemaObject | null;
}

/**
 * A status may have several bodies: the branches of an `anyOf` that say with `x-outcomes` whose body they are. Each branch
 * is then a response of its own, which the branch's `description` describes where it has one.
 * @throws SpecError unless the branches share the response's outcomes out among them.
 */
export function responsesByOutcome<T extends OutcomeBody>(response: T, operationId: string): readonly T[] {
  const choice = response.schema?.anyOf?.filter(isSchema) ?? [];
  if (!choice.some((branch) => "x-outcomes" in branch)) return [response];
  const responses = choice.map((branch) => {
    const outcomes: unknown = branch["x-outcomes"];
    const named = Array.isArray(outcomes) ? outcomes.filter((name) => response.outcomes.includes(name)) : [];
    const { description = response.description } = branch;
    return { ...response, description, outcomes: named, schema: branch };
  });
  const shared = responses.flatMap(({ outcomes }) => outcomes);
  const isOther = choice.some(
    (branch, index) => responses[index]?.outcomes.length !== [branch["x-outcomes"]].flat().length,
  );
  if (isOther || shared.length !== response.outcomes.length) {
    const each =
      "each branch of its anyOf must list in x-outcomes some of the response's, and each of these in one branch";
    throw new SpecError(each, { operationId, outcome: response.outcomes.join('", "') });
  }
  return responses;
}

function isSchema(branch: SchemaObject | ReferenceObject): branch is SchemaObject {
  return !("$ref" in branch);
}
