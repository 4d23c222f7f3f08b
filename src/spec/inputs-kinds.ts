import type { AnySchema } from "./merge-schema.ts";

/** The kinds of JSON's values; a number is an integer or a fraction. */
type Kind = "null" | "boolean" | "string" | "integer" | "fraction" | "array" | "object";

export type Kinds = ReadonlySet<Kind>;

const ALL: Kinds = new Set(["null", "boolean", "string", "integer", "fraction", "array", "object"]);

export const OBJECT: Kinds = new Set(["object"]);

/** The kinds that a dereferenced schema can let through, as far as `type`, `const`, `enum` and choices say it. */
export function kindsOf(schema: AnySchema): Kinds {
  if ("$ref" in schema) return ALL;
  const { type, enum: values, allOf = [], oneOf, anyOf } = schema;
  const limits = allOf.map(kindsOf);
  if (type !== undefined) limits.push(union([type].flat().map(kindsOfType)));
  if (values !== undefined) limits.push(new Set(values.map(kindOfValue)));
  if ("const" in schema) limits.push(new Set([kindOfValue(schema.const)]));
  for (const choice of [oneOf, anyOf]) if (choice !== undefined) limits.push(union(choice.map(kindsOf)));
  return limits.reduce((before, limit) => before.intersection(limit), ALL);
}

/** "integer or null"; "nothing" where no value is possible. */
export function describeKinds(kinds: Kinds): string {
  if (kinds.size === ALL.size) return "anything";
  const names = [...kinds].map((kind) => (kind === "fraction" ? "number" : kind));
  const told = names.includes("number") ? names.filter((name) => name !== "integer") : names;
  return told.join(" or ") || "nothing";
}

function kindsOfType(type: Exclude<Kind, "fraction"> | "number"): Kinds {
  return new Set(type === "number" ? ["integer", "fraction"] : [type]);
}

function kindOfValue(value: unknown): Kind {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "fraction";
  return typeof value === "string" ? "string" : typeof value === "boolean" ? "boolean" : "object";
}

function union(sets: readonly Kinds[]): Kinds {
  return sets.reduce((before, each) => before.union(each), new Set<Kind>());
}
