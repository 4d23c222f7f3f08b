import { INSTANT_FORM } from "./given-instant.ts";
import { FORMS_OF_PATTERNS } from "./pattern-forms.ts";
import type { Schema } from "./schema.ts";

const KINDS: Readonly<Record<string, string>> = {
  integer: "an integer",
  number: "a number",
  string: "a string",
  boolean: "true or false",
  object: "an object",
  array: "a list",
  null: "null",
};

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": INSTANT_FORM,
  date: "a date such as 2026-01-31",
  time: "a time of day such as 06:00:00Z",
  duration: "an ISO 8601 duration such as PT5M or P30D",
  email: "an e-mail address",
  uri: "an absolute URL such as https://hooks.acme.dev/saldo",
  uuid: "a UUID such as 123e4567-e89b-12d3-a456-426614174000",
};

/** "an integer of at least 1", "a string of 6 characters", "null or a list". */
export function describeType(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return `one of ${schema.enum.map((value) => JSON.stringify(value)).join(", ")}`;
  if (schema.format !== undefined && FORMATS[schema.format] !== undefined) return describeFormat(schema.format);
  // A length says nothing of a text whose form has a name.
  if (schema["x-format"] === "duration") return `an ISO 8601 duration${describeForm(schema)}`;
  const hasLength = (schema.minLength ?? schema.maxLength) !== undefined;
  const form = hasLength ? undefined : FORMS_OF_PATTERNS.get(schema.pattern ?? "");
  if (form !== undefined) return form;
  const kinds = [schema.type ?? []].flat().map((kind) => KINDS[kind] ?? kind);
  return `${kinds.join(" or ") || "a value"}${describeLimits(schema)}${describeForm(schema)}`;
}

/** A length says little of a string that has a form, so this adds what the document gives as an example. */
function describeForm({ pattern, examples: [first] = [] }: Schema): string {
  return pattern === undefined || typeof first !== "string" ? "" : ` such as ${first}`;
}

export function describeFormat(format: string): string {
  return FORMATS[format] ?? `a value in the format ${format}`;
}

function describeLimits(schema: Schema): string {
  const limits = [
    schema.minimum === undefined ? "" : `of at least ${schema.minimum}`,
    schema.exclusiveMinimum === undefined ? "" : `above ${schema.exclusiveMinimum}`,
    schema.maximum === undefined ? "" : `${schema.minimum === undefined ? "of " : ""}at most ${schema.maximum}`,
    schema.exclusiveMaximum === undefined ? "" : `below ${schema.exclusiveMaximum}`,
    schema.multipleOf === undefined ? "" : `that is a multiple of ${schema.multipleOf}`,
    describeCount(schema.minLength, schema.maxLength, "character"),
    describeCount(schema.minItems, schema.maxItems, "item"),
    describeCount(schema.minProperties, schema.maxProperties, "property", "properties"),
  ].filter((limit) => limit !== "");
  return limits.length === 0 ? "" : ` ${limits.join(" and ")}`;
}

function describeCount(least: number | undefined, most: number | undefined, one: string, many = `${one}s`): string {
  const unit = (count: number) => (count === 1 ? one : many);
  if (least !== undefined && least === most) return `of ${least} ${unit(least)}`;
  if (least !== undefined && most !== undefined) return `of ${least} to ${most} ${unit(most)}`;
  if (least !== undefined) return `of at least ${least} ${unit(least)}`;
  return most === undefined ? "" : `of at most ${most} ${unit(most)}`;
}
