import type { OpenAPIObject } from "openapi3-ts/oas31";
import { isObject, type Json, type JsonObject } from "./assumptions.ts";

/**
 * Returns the JSON Schema of fixture files: the schema `Fixture` of the control plane.
 * @param defaults of the settings; a fixture that does not set one has these.
 */
export function fixtureSchema(document: OpenAPIObject, defaults: object): JsonObject {
  const { properties, ...schema } = fileSchema(document, "Fixture");
  if (!isObject(properties)) throw new Error("the schema Fixture has no properties");
  return { ...schema, properties: { ...properties, settings: withDefaults(properties.settings ?? null, defaults) } };
}

/**
 * Returns the JSON Schema of files that a schema of the control plane describes, with all that it refers to in its place,
 * so that errors can tell what each field must be.
 */
export function fileSchema(document: OpenAPIObject, name: string): JsonObject {
  const { components }: JsonObject = JSON.parse(JSON.stringify(document));
  const schemas = isObject(components) && isObject(components.schemas) ? components.schemas : {};

  function schemaOf(reference: string): JsonObject {
    const schema = schemas[reference.slice("#/components/schemas/".length)];
    if (isObject(schema)) return schema;
    throw new Error(`openapi/control.yaml has no ${reference}`);
  }

  function published(node: Json): Json {
    if (Array.isArray(node)) return node.map(published);
    if (!isObject(node)) return node;
    const { $ref, ...own } = node;
    if (typeof $ref === "string") return published({ ...schemaOf($ref), ...own });
    const { "x-format": format, unevaluatedProperties, ...rest } = own;
    if (format !== undefined) {
      const { pattern: _pattern, maxLength: _maxLength, ...text } = rest;
      return { ...text, format };
    }
    const kept = Object.entries(rest).filter(([key]) => !key.startsWith("x-"));
    const schema = Object.fromEntries(kept.map(([key, value]) => [key, published(value)]));
    return unevaluatedProperties === undefined ? schema : { ...schema, additionalProperties: unevaluatedProperties };
  }

  const root = published(schemaOf(`#/components/schemas/${name}`));
  if (!isObject(root)) throw new Error(`the schema ${name} is no object`);
  return { $schema: "https://json-schema.org/draft/2020-12/schema", ...root };
}

/** Writes down the default of each property, inside objects too. */
function withDefaults(schema: Json, defaults: unknown): Json {
  if (!isObject(schema)) return schema;
  const { properties } = schema;
  if (!isObject(properties) || typeof defaults !== "object" || defaults === null) {
    return { ...schema, default: JSON.parse(JSON.stringify(defaults)) };
  }
  const filled = Object.entries(properties).map(([name, property]) => [
    name,
    withDefaults(property, Reflect.get(defaults, name)),
  ]);
  return { ...schema, properties: Object.fromEntries(filled) };
}
