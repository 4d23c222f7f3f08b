import type { SchemaObject } from "openapi3-ts/oas31";
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
  const refuse = (reason: string): never => {
    throw new SpecError(reason, { operationId: given.operationId });
  };
  compareInput(inputOf(given), inputOf(built), "", refuse);
}

type Refuse = (reason: string) => never;

function inputOf({ operationId, parameters, body }: Operation): Input {
  const properties: Record<string, SchemaObject> = {
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

function compareInput(given: Input, needed: Input, name: string, refuse: Refuse): void {
  if (!given.kinds.isSubsetOf(needed.kinds)) {
    const [takes, lets] = [describeKinds(needed.kinds), describeKinds(given.kinds)];
    refuse(`the code takes ${takes} in the field ${name}, and the document allows ${lets}`);
  }
  if (needed.fields !== null && given.kinds.has("object")) compareFields(given, needed.fields, name, refuse);
  if (needed.items === null || !given.kinds.has("array")) return;
  if (given.items === null) refuse(`the code knows the items of the field ${name}, and the document leaves them open`);
  else compareInput(given.items, needed.items, `${name}[*]`, refuse);
}

function compareFields(given: Input, needed: ReadonlyMap<string, Field>, around: string, refuse: Refuse): void {
  const fed = given.fields ?? new Map<string, Field>();
  const nameOf = (name: string) => (around === "" ? name : `${around}.${name}`);
  for (const [name, field] of needed) {
    const found = fed.get(name);
    const full = nameOf(name);
    if (field.required && !found) refuse(`the code needs the field ${full}, and the document feeds it from nothing`);
    if (field.required && !found?.required)
      refuse(`the code needs the field ${full}, and the document does not require it`);
    if (found) compareInput(found, field, full, refuse);
  }
  if (given.fields === null && needed.size > 0) {
    refuse(`the code knows the fields of ${around}, and the document leaves them open`);
  }
  const unknown = [...fed.keys()].find((name) => !needed.has(name));
  if (unknown === undefined) return;
  const known = [...needed.keys()].map(nameOf).join(", ") || "none";
  refuse(
    `the document feeds the field ${nameOf(unknown)}, which the code does not know; it knows: ${known}; leave out additionalProperties to let more pass`,
  );
}
