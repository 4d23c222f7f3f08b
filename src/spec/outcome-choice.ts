import type { Schema } from "./schema.ts";
import { SpecError } from "./spec-error.ts";

/** The parts of a response that differ between its bodies. */
interface OutcomeBody {
  readonly description: string;
  readonly outcomes: readonly string[];
  readonly schema: Schema | null;
}

/**
 * Returns a response for each body of a status: for each branch of an `anyOf` whose `x-outcomes` say whose body it is.
 * The branch's `description` describes it, where it has one.
 * @throws SpecError unless each outcome of the response is in exactly one branch.
 */
export function responsesByOutcome<T extends OutcomeBody>(response: T, operationId: string): readonly T[] {
  const choice = response.schema?.anyOf ?? [];
  if (!choice.some((branch) => "x-outcomes" in branch)) return [response];
  const named = choice.map((branch): unknown => branch["x-outcomes"]);
  if (!named.every(Array.isArray) || named.flat().sort().join() !== response.outcomes.toSorted().join()) {
    const each =
      "each branch of its anyOf must list in x-outcomes some of the response's, and each of these in one branch";
    throw new SpecError(each, { operationId, outcome: response.outcomes.join('", "') });
  }
  return choice.map((schema) => {
    const { description = response.description } = schema;
    return { ...response, description, outcomes: schema["x-outcomes"], schema };
  });
}
