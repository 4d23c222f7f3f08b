import type { OpenAPIObject, ReferenceObject, SchemaObject } from "openapi3-ts/oas31";
import { SpecError, type SpecPlace } from "./spec-error.ts";

/** A part of an OpenAPI document in which every reference is replaced by what it names. */
export type Dereferenced<T> = 0 extends 1 & T
  ? T // any stays any
  : T extends ReferenceObject
    ? never
    : T extends object
      ? { [Key in keyof T]: Dereferenced<T[Key]> }
      : T;

export type DereferencedDocument = Dereferenced<OpenAPIObject>;

export type Schema = Dereferenced<SchemaObject>;

/**
 * Returns a schema as one plain object schema: the branches of `allOf` merged into it (properties in order of
 * appearance, `required` joined), and a choice between null and one other schema taken for that other schema.
 * @throws SpecError for a choice between several object schemas: which of them a view means cannot be known.
 */
export function mergeSchema({ allOf = [], oneOf, anyOf, ...rest }: Schema, place: SpecPlace): Schema {
  const chosen = [oneOf, anyOf].flatMap((choice) => (choice ? onlyShaped(choice, place) : []));
  const branches = [...allOf, ...chosen].map((branch) => mergeSchema(branch, place));
  return [...branches, rest].reduce(joinSchemas, {});
}

/** The later schema wins, so that what stands beside an `allOf` refines it. */
function joinSchemas(earlier: Schema, later: Schema): Schema {
  const joined: Schema = { ...earlier, ...later };
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

/** The one schema beside null, or none where all are plain values. */
function onlyShaped(choice: readonly Schema[], place: SpecPlace): readonly Schema[] {
  const schemas = choice.filter(({ type }) => type !== "null");
  if (schemas.length === 1) return schemas;
  if (!schemas.some(({ properties, items, allOf }) => properties || items || allOf)) return [];
  throw new SpecError("a body cannot be a choice between several schemas", place);
}
