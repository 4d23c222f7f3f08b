import type { ReferenceObject, SchemaObject } from "openapi3-ts/oas31";
import { SpecError, type SpecPlace } from "./spec-error.ts";

/** As the types of the documents have it; in a dereferenced document it is always a schema. */
export type AnySchema = SchemaObject | ReferenceObject;

/**
 * A dereferenced schema as one plain object schema: the branches of `allOf` merged into it (properties in order of
 * appearance, `required` joined), and a choice between null and one other schema taken for that other schema.
 * @throws SpecError for a choice between several object schemas: which of them a view means cannot be known.
 */
export function mergeSchema(schema: AnySchema, place: SpecPlace): SchemaObject {
  const { allOf, oneOf, anyOf, ...rest } = refuseReference(schema, place);
  const branches = (allOf ?? []).map((branch) => mergeSchema(branch, place));
  for (const choice of [oneOf, anyOf]) {
    const chosen = choice && onlyShaped(choice, place);
    if (chosen) branches.push(mergeSchema(chosen, place));
  }
  return [...branches, rest].reduce(joinSchemas, {});
}

/** The later schema wins, so that what stands beside an `allOf` refines it. */
function joinSchemas(earlier: SchemaObject, later: SchemaObject): SchemaObject {
  const joined: SchemaObject = { ...earlier, ...later };
  if (earlier.properties && later.properties) {
    joined.properties = { ...earlier.properties, ...later.properties };
    for (const [name, property] of Object.entries(later.properties)) {
      const before = earlier.properties[name];
      if (before !== undefined) joined.properties[name] = { allOf: [before, property] };
    }
  }
  if (earlier.required && later.required) joined.required = [...earlier.required, ...later.required];
  return joined;
}

function onlyShaped(choice: readonly AnySchema[], place: SpecPlace): SchemaObject | undefined {
  const schemas = choice.map((branch) => refuseReference(branch, place)).filter((branch) => branch.type !== "null");
  const shaped = schemas.filter((branch) => branch.properties || branch.items || branch.allOf);
  if (shaped.length > 1 || (shaped.length === 1 && schemas.length > 1)) {
    throw new SpecError("a body cannot be a choice between several schemas", place);
  }
  return schemas.length === 1 ? schemas[0] : undefined;
}

function refuseReference(schema: AnySchema, place: SpecPlace): SchemaObject {
  if ("$ref" in schema) throw new SpecError(`the document is not dereferenced: ${schema.$ref}`, place);
  return schema;
}
