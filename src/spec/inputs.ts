import type { SchemaObject } from "openapi3-ts/oas31";
import { type Kinds, kindsOf, OBJECT } from "./inputs-kinds.ts";
import { type AnySchema, mergeSchema } from "./merge-schema.ts";
import type { Parameter } from "./operations.ts";
import { SpecError } from "./spec-error.ts";

/** A value that a request gives to the code. */
export interface Input {
  readonly kinds: Kinds;
  /** By the names that the code knows; null where the schema names no properties. */
  readonly fields: ReadonlyMap<string, Field> | null;
  readonly items: Input | null;
}

/** A part of an object. */
export interface Field extends Input {
  /** Whether the object never comes without it. */
  readonly required: boolean;
  /** Where it stands in the object of the wire; null for an object that dotted paths put together. */
  readonly from: readonly string[] | null;
}

interface Feed {
  readonly to: readonly string[];
  readonly at: string;
  readonly field: Field;
}

type Read = (value: unknown) => unknown;

/**
 * Compiles what turns a validated value of the wire into the code's: a property feeds the field that its `x-value`
 * names, by a path of fields, and else the one of its own name; the properties of an object with `x-value: $` belong to
 * the object around it. Beside renamed properties only those that the schema names are passed on. A schema without
 * `x-value` costs nothing: the value is passed on itself.
 * @throws SpecError for an `x-value` that cannot be followed, and for a field that is fed twice.
 */
export function compileInput(schema: SchemaObject): Read {
  return JSON.stringify(schema).includes('"x-value"') ? compileContent(describeInput(schema)) : same;
}

/** The object that an operation's path or query parameters make. A default is as good as a given value. */
export function parametersSchema(parameters: readonly Parameter[]): SchemaObject {
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const always = parameters.filter(({ required, schema }) => required || "default" in schema);
  return { type: "object", properties, required: always.map(({ name }) => name) };
}

/** What the code gets of a value that fits the schema. Throws as `compileInput` does; `at` is for its errors. */
export function describeInput(schema: AnySchema, at = "$"): Input {
  if (mergeSchema(schema, { at })["x-value"] !== undefined) {
    throw new SpecError("x-value names the field that a property feeds; this is no property", { at });
  }
  return describeContent(schema, at);
}

function describeContent(schema: AnySchema, at: string): Input {
  if (isTaggedChoice(schema)) return { kinds: kindsOf(schema), fields: null, items: null };
  const { items, properties, required } = mergeSchema(schema, { at });
  const feeds = properties && listFeeds({ properties, required: required ?? [] }, [], true, at);
  return {
    kinds: kindsOf(schema),
    fields: feeds ? groupFeeds(feeds) : null,
    items: items ? describeInput(items, `${at}[*]`) : null,
  };
}

/**
 * Several objects that a constant tells apart are passed on as they are; with an `x-value` in one of them, nobody could say
 * what that feeds.
 */
function isTaggedChoice(schema: AnySchema): boolean {
  if ("$ref" in schema || JSON.stringify(schema).includes('"x-value"')) return false;
  const branches = schema.oneOf ?? [];
  return branches.length > 1 && branches.every(hasConstant);
}

function hasConstant(schema: AnySchema): boolean {
  return !("$ref" in schema) && Object.values(schema.properties ?? {}).some((property) => "const" in property);
}

/** @param always whether the object that has these properties is always there. */
function listFeeds(
  { properties = {}, required = [] }: SchemaObject,
  container: readonly string[],
  always: boolean,
  around: string,
): readonly Feed[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const at = `${around}.${name}`;
    const from = [...container, name];
    const isRequired = always && required.includes(name);
    const merged = isTaggedChoice(property) ? {} : mergeSchema(property, { at });
    const source: unknown = merged["x-value"];
    if (source !== "$") {
      return [
        {
          to: fieldPath(source, name, at),
          at,
          field: { ...describeContent(property, at), required: isRequired, from },
        },
      ];
    }
    if (merged.properties === undefined) throw new SpecError("x-value $ needs an object with properties", { at });
    return listFeeds(merged, from, isRequired && kindsOf(property).isSubsetOf(OBJECT), at);
  });
}

function fieldPath(source: unknown, name: string, at: string): readonly string[] {
  if (source === undefined) return [name];
  if (typeof source === "string" && /^[^.$]+(\.[^.$]+)*$/.test(source)) return source.split(".");
  throw new SpecError(`unknown x-value "${source}" in a request; allowed: $ or a path of fields`, { at });
}

function groupFeeds(feeds: readonly Feed[]): ReadonlyMap<string, Field> {
  const groups = Map.groupBy(feeds, ({ to: [name = ""] }) => name);
  return new Map([...groups].map(([name, group]) => [name, groupField(name, group)]));
}

function groupField(name: string, group: readonly Feed[]): Field {
  const whole = group.find(({ to }) => to.length === 1);
  if (whole !== undefined && group.length > 1) {
    throw new SpecError(`the field ${name} is fed twice: from ${group.map(({ at }) => at).join(" and ")}`);
  }
  if (whole !== undefined) return whole.field;
  const fields = groupFeeds(group.map(({ to, ...feed }) => ({ ...feed, to: to.slice(1) })));
  return { kinds: OBJECT, fields, items: null, required: group.some(({ field }) => field.required), from: null };
}

function compileContent(input: Input): Read {
  if (!renames(input)) return same;
  const readItem = input.items === null ? same : compileContent(input.items);
  const readObject = input.fields === null ? same : compileObject(input.fields);
  return (value) => {
    if (Array.isArray(value)) return value.map((item) => readItem(item));
    return isObject(value) ? readObject(value) : value;
  };
}

function renames({ fields, items }: Input): boolean {
  const parts = [...(fields ?? [])];
  const isRenamed = parts.some(([name, field]) => field.from?.length !== 1 || field.from[0] !== name || renames(field));
  return isRenamed || (items !== null && renames(items));
}

function compileObject(fields: ReadonlyMap<string, Field>): Read {
  const readers = [...fields].map(([name, field]) => [name, compileField(field)] as const);
  return (object) => {
    const read = readers.map(([name, readField]) => [name, readField(object)] as const);
    // Makes own properties only, whatever their names are.
    return Object.fromEntries(read.filter(([, value]) => value !== undefined));
  };
}

function compileField(field: Field): Read {
  const { from } = field;
  if (from !== null) {
    const content = compileContent(field);
    return (object) => content(from.reduce(ownProperty, object));
  }
  // Its parts stand elsewhere in the same object; where none is given, it is not there either.
  const build = compileObject(field.fields ?? new Map());
  return (object) => {
    const built = build(object);
    return isObject(built) && Object.keys(built).length > 0 ? built : undefined;
  };
}

function same(value: unknown): unknown {
  return value;
}

function ownProperty(value: unknown, name: string): unknown {
  return isObject(value) && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
