import type { Schema } from "./schema.ts";

/** The kinds of JSON values by their JSON Schema type; a whole number is an integer, any other one a number. */
type Kind = "null" | "boolean" | "string" | "integer" | "number" | "array" | "object";

export type Kinds = ReadonlySet<Kind>;

const ALL: Kinds = new Set(["null", "boolean", "string", "integer", "number", "array", "object"]);

export const OBJECT: Kinds = new Set(["object"]);

/** Returns the kinds that a schema can let through, as far as `type`, `const`, `enum` and choices say it. */
export function kindsOf(schema: Schema): Kinds {
  const { type, enum: values, allOf = [], oneOf, anyOf } = schema;
  const limits = allOf.map(kindsOf);
  if (type !== undefined)
    limits.push(new Set([type].flat().flatMap((one) => (one === "number" ? [one, "integer"] : one))));
  if (values !== undefined) limits.push(new Set(values.map(kindOfValue)));
  if ("const" in schema) limits.push(new Set([kindOfValue(schema.const)]));
  for (const choice of [oneOf, anyOf]) if (choice) limits.push(new Set(choice.flatMap((one) => [...kindsOf(one)])));
  return limits.reduce((before, limit) => before.intersection(limit), ALL);
}

/** "integer or null"; "nothing" where no value is possible. */
export function describeKinds(kinds: Kinds): string {
  if (kinds.size === ALL.size) return "anything";
  return [...kinds].filter((kind) => kind !== "integer" || !kinds.has("number")).join(" or ") || "nothing";
}

function kindOfValue(value: unknown): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value === "string" ? "string" : typeof value === "boolean" ? "boolean" : "object";
}
