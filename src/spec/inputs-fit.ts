import { describeInput, type Field, type Input, parametersSchema } from "./inputs.ts";
import { describeKinds } from "./inputs-kinds.ts";
import type { Operation } from "./operations.ts";
import { SpecError } from "./spec-error.ts";

/**
 * Compares what an operation's requests give to the code with what the code was written for: every field that it
 * requires must be fed and required, every field fed must be one that it knows, and a value may have no kind that it does
 * not take. Limits, patterns and formats are not compared: an overlay may change what is allowed.
 * @param built the same operation as the document without an overlay has it.
 * @throws SpecError with the operation and the field: `body.value`, `query.limit`, `body.items[*].name`.
 */
export function refuseOtherInputs(given: Operation, built: Operation): void {
  const { operationId } = given;
  const problem = compareInput(inputOf(given), inputOf(built), "");
  if (problem !== undefined) throw new SpecError(problem, { operationId });
}

function inputOf({ operationId, parameters, body }: Operation): Input {
  const properties = {
    path: parametersSchema(parameters.path),
    query: parametersSchema(parameters.query),
    ...(body === null ? {} : { body: body.schema }),
  };
  const required = ["path", "query", ...(body?.required ? ["body"] : [])];
  try {
    return describeInput({ type: "object", properties, required });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new SpecError(`its requests cannot be followed: ${reason}`, { operationId });
  }
}

/** Returns the first problem; undefined where the code can take whatever is given. */
function compareInput(given: Input, needed: Input, name: string): string | undefined {
  if (!given.kinds.isSubsetOf(needed.kinds)) {
    const [takes, lets] = [describeKinds(needed.kinds), describeKinds(given.kinds)];
    return `the code takes ${takes} in the field ${name}, and the document allows ${lets}`;
  }
  const problem = needed.fields && given.kinds.has("object") ? compareFields(given, needed.fields, name) : undefined;
  if (problem !== undefined || needed.items === null || !given.kinds.has("array")) return problem;
  if (given.items !== null) return compareInput(given.items, needed.items, `${name}[*]`);
  return `the code knows the items of the field ${name}, and the document leaves them open`;
}

function compareFields(given: Input, needed: ReadonlyMap<string, Field>, around: string): string | undefined {
  const nameOf = (name: string) => (around === "" ? name : `${around}.${name}`);
  for (const [name, field] of needed) {
    const fed = given.fields?.get(name);
    const full = nameOf(name);
    if (field.required && !fed) return `the code needs the field ${full}, and the document feeds it from nothing`;
    if (field.required && !fed?.required)
      return `the code needs the field ${full}, and the document does not require it`;
    const problem = fed && compareInput(fed, field, full);
    if (problem !== undefined) return problem;
  }
  if (given.fields === null) {
    return needed.size > 0 ? `the code knows the fields of ${around}, and the document leaves them open` : undefined;
  }
  const unknown = [...given.fields.keys()].find((name) => !needed.has(name));
  if (unknown === undefined) return undefined;
  const known = [...needed.keys()].map(nameOf).join(", ") || "none";
  return `the document feeds the field ${nameOf(unknown)}, which the code does not know; it knows: ${known}; leave out additionalProperties to let more pass`;
}
