import type { Schema } from "../../src/spec/schema.ts";
import { propertiesOf } from "./documents.ts";

/** A body that an operation must refuse, and what is wrong with it. */
export interface HostileBody {
  readonly name: string;
  readonly body: unknown;
}

type JsonObject = Readonly<Record<string, unknown>>;

/** Everything that a schema forbids, one thing at a time, in a body that is right but for it. */
export function hostileBodies(schema: Schema, example: JsonObject): HostileBody[] {
  const whole = hostileValues(schema).map((value) => ({ name: `body = ${show(value)}`, body: value }));
  const branch = branchOf(schema, example);
  if (branch !== null) return [...whole, ...hostileMembers(branch, example, "")];
  if ((schema.minProperties ?? 0) > 0) whole.push({ name: "an empty body", body: {} });
  return [...whole, ...hostileMembers(schema, example, ""), ...hostileEntries(schema, example)];
}

/** Returns the branch of a choice between objects that the example belongs to, by its constants; null if there is none. */
function branchOf({ oneOf = [] }: Schema, example: JsonObject): Schema | null {
  for (const branch of oneOf) {
    if ("$ref" in branch) continue;
    const constants = propertiesOf(branch).filter(([, { const: constant }]) => constant !== undefined);
    if (constants.length > 0 && constants.every(([name, property]) => example[name] === property.const)) return branch;
  }
  return null;
}

/** Returns bodies with bad names, bad values and one member too many, where the client chooses the names. */
function hostileEntries(schema: Schema, example: JsonObject): HostileBody[] {
  const { additionalProperties: value, maxProperties } = schema;
  if (!isObject(value)) return [];
  const names = ["", "\u0000", "a\nb", "\ud800", "a".repeat(5_000), "__proto__"];
  const right = Object.values(example)[0] ?? "";
  const bodies = [
    ...names.map((name) => ({ name: `name ${show(name)}`, body: including(example, name, right) })),
    ...hostileValues(value).flatMap((wrong) =>
      ["other", "constructor"].map((name) => ({
        name: `${name} = ${show(wrong)}`,
        body: including(example, name, wrong),
      })),
    ),
  ];
  if (maxProperties === undefined) return bodies;
  const many = Object.fromEntries(Array.from({ length: maxProperties + 1 }, (_, i) => [`a${i}.acme.dev`, right]));
  return [...bodies, { name: `${maxProperties + 1} members`, body: many }];
}

/** The same for each member of an object, and the members of those that are objects. */
function hostileMembers(schema: Schema, example: JsonObject, at: string): HostileBody[] {
  const bodies: HostileBody[] = [];
  const put = (name: string, value: unknown) =>
    bodies.push({ name: `${at}${name} = ${show(value)}`, body: including(example, name, value) });
  for (const [name, property] of propertiesOf(schema)) {
    for (const value of hostileValues(property)) put(name, value);
    const inner = isObject(example[name]) ? example[name] : {};
    for (const { name: what, body } of hostileMembers(property, inner, `${at}${name}.`)) {
      bodies.push({ name: what, body: including(example, name, body) });
    }
  }
  for (const name of schema.required ?? []) {
    bodies.push({ name: `${at}${name} is missing`, body: without(example, name) });
  }
  if (schema.additionalProperties === false) {
    for (const name of extraKeys) bodies.push({ name: `extra key ${at}${name}`, body: including(example, name, 1) });
  }
  return bodies;
}

const extraKeys = ["unknown", "constructor", "__proto__", "", "\u0000"];

/** Values that the schema forbids: every other kind, and what lies just outside each of its limits. */
export function hostileValues(schema: Schema): unknown[] {
  const branches = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((branch) =>
    "$ref" in branch ? [] : [branch],
  );
  const kinds = [schema, ...branches].flatMap(({ type }) => type ?? []);
  const values: unknown[] = [];
  if (!kinds.includes("null")) values.push(null);
  if (!kinds.includes("boolean")) values.push(true);
  if (!kinds.includes("array")) values.push([], [1]);
  if (!kinds.includes("object")) values.push({});
  if (!kinds.includes("string")) values.push("", "100", "true");
  if (!kinds.includes("integer") && !kinds.includes("number")) values.push(0, 482_915);
  for (const kind of [schema, ...branches])
    values.push(...beyondNumbers(kind), ...beyondTexts(kind), ...beyondLists(kind));
  return schema.enum || schema.const !== undefined ? [...values, "NOPE", "nope"] : values;
}

function beyondNumbers({ type, minimum, maximum, exclusiveMinimum }: Schema): number[] {
  const values: number[] = [];
  if (type === "integer") values.push(1.5, 0.1, -1.5, Number.MIN_VALUE);
  if (minimum !== undefined) values.push(minimum - 1, -Number.MAX_SAFE_INTEGER);
  if (typeof exclusiveMinimum === "number") values.push(exclusiveMinimum, exclusiveMinimum - 1);
  if (maximum !== undefined) values.push(maximum + 1, Number.MAX_VALUE);
  return values;
}

/** Texts of the wrong length or form, and for every text characters that none may have. */
function beyondTexts({ type, minLength = 0, maxLength, format, pattern }: Schema): string[] {
  if (type !== "string") return [];
  const values = ["\u0000", "a\nb", "a\u0085b", "\ud800"];
  if (minLength > 0) values.push("");
  if (maxLength !== undefined) values.push("a".repeat(maxLength + 1), "é".repeat(5_000));
  if (format !== undefined || pattern?.includes("[0-9]"))
    values.push("", "nope", "１２３４５６", " 482915", "482915\n", "4829150000");
  return values;
}

function beyondLists({ type, minItems = 0, maxItems, uniqueItems, items }: Schema): unknown[][] {
  if (type !== "array") return [];
  const values: unknown[][] = [];
  if (minItems > 0) values.push([]);
  if (maxItems !== undefined) values.push(Array.from({ length: maxItems + 1 }, (_, i) => `item-${i}`));
  if (uniqueItems) values.push(["charge.paid", "charge.paid"]);
  if (items !== undefined && !("$ref" in items)) values.push(...hostileValues(items).map((value) => [value]));
  return values;
}

/** Also `__proto__` becomes a member, as it is one in JSON. */
function including(object: JsonObject, name: string, value: unknown): JsonObject {
  return Object.defineProperty({ ...object }, name, { value, enumerable: true, configurable: true, writable: true });
}

function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 40);
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
