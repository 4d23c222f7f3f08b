import { type Kinds, kindsOf, OBJECT } from "./inputs-kinds.ts";
import type { Parameter } from "./operations.ts";
import { mergeSchema, type Schema } from "./schema.ts";
import { SpecError } from "./spec-error.ts";

/** A value that a request gives to the code. */
export interface Input {
  readonly kinds: Kinds;
  /** By the names that the code knows; null where the schema names no properties. */
  readonly fields: ReadonlyMap<string, Field> | null;
  readonly items: Input | null;
  /** Turns a value of the wire into the code's; `same` where nothing in it is renamed. */
  readonly read: Read;
}

export interface Field extends Input {
  /** Whether the object never comes without it. */
  readonly required: boolean;
  /** Where it stands in the object of the wire; empty for an object that dotted paths put together. */
  readonly from: readonly string[];
}

/** The field of the code that a property feeds; `at` is where the property stands. */
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
export function compileInput(schema: Schema): Read {
  return hasSources(schema) ? describeInput(schema).read : same;
}

/** Returns the schema of the object that path or query parameters make. A default is as good as a given value. */
export function parametersSchema(parameters: readonly Parameter[]): Schema {
  const properties = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]));
  const always = parameters.filter(({ required, schema }) => required || "default" in schema);
  return { type: "object", properties, required: always.map(({ name }) => name) };
}

/** A property with this `x-value` is taken, and feeds nothing. */
const UNREAD = "$none";

/** Returns what the code gets of a value that fits the schema. Throws as `compileInput` does; `at` is for its errors. */
export function describeInput(schema: Schema, at = "$"): Input {
  if (mergeSchema(schema, { at })["x-value"] !== undefined) {
    throw new SpecError("x-value names the field that a property feeds; this is no property", { at });
  }
  return describeContent(schema, at);
}

function describeContent(schema: Schema, at: string): Input {
  const kinds = kindsOf(schema);
  if (isChoice(schema)) return { kinds, fields: null, items: null, read: same };
  const merged = mergeSchema(schema, { at });
  if ("x-values" in merged) throw new SpecError("x-values has no meaning in a request", { at });
  const fields = merged.properties ? groupFeeds(listFeeds(merged, [], true, at)) : null;
  const items = merged.items ? describeInput(merged.items, `${at}[*]`) : null;
  const isPartly = Object.values(merged.properties ?? {}).some((property) => property["x-value"] === UNREAD);
  return { kinds, fields, items, read: compileRead(fields, items, isPartly) };
}

/**
 * Values that their kinds tell apart, and objects that a constant does, are passed on as they are. With an `x-value` in one
 * of them it would be unknown which field that feeds.
 */
function isChoice(schema: Schema): boolean {
  const { oneOf = [] } = schema;
  const hasConstant = ({ properties = {} }: Schema) =>
    Object.values(properties).some((property) => "const" in property);
  const kinds = oneOf.map(kindsOf);
  const haveOwnKinds = kinds.every((one, index) => kinds.slice(index + 1).every((other) => one.isDisjointFrom(other)));
  return oneOf.length > 1 && (haveOwnKinds || oneOf.every(hasConstant)) && !hasSources(schema);
}

function hasSources(schema: Schema): boolean {
  return JSON.stringify(schema).includes('"x-value"');
}

/** @param always whether the object that has these properties is always there. */
function listFeeds(
  { properties = {}, required = [] }: Schema,
  container: readonly string[],
  always: boolean,
  around: string,
): readonly Feed[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const at = `${around}.${name}`;
    const from = [...container, name];
    const isRequired = always && required.includes(name);
    const merged = isChoice(property) ? {} : mergeSchema(property, { at });
    const source: unknown = merged["x-value"];
    if (source === UNREAD) return [];
    if (source !== "$") {
      const field = { ...describeContent(property, at), required: isRequired, from };
      return [{ to: fieldPath(source, name, at), at, field }];
    }
    if (merged.properties === undefined) throw new SpecError("x-value $ needs an object with properties", { at });
    return listFeeds(merged, from, isRequired && kindsOf(property).isSubsetOf(OBJECT), at);
  });
}

function fieldPath(source: unknown, name: string, at: string): readonly string[] {
  if (source === undefined) return [name];
  if (typeof source === "string" && /^[^.$]+(\.[^.$]+)*$/.test(source)) return source.split(".");
  throw new SpecError(`unknown x-value "${source}" in a request; allowed: $, ${UNREAD} or a path of fields`, { at });
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
  const build = compileObject(fields);
  // Its parts stand elsewhere in the same object; where none is given, it is not there either.
  const read = (object: unknown) => {
    const built = build(object);
    return Object.keys(built).length > 0 ? built : undefined;
  };
  return { kinds: OBJECT, fields, items: null, read, required: group.some(({ field }) => field.required), from: [] };
}

function compileRead(fields: Input["fields"], items: Input["items"], isPartly: boolean): Read {
  const readItem = items?.read ?? same;
  const isRenamed = ([name, { from, read }]: readonly [string, Field]) => from.join(".") !== name || read !== same;
  const readObject = fields && (isPartly || [...fields].some(isRenamed)) ? compileObject(fields) : same;
  if (readItem === same && readObject === same) return same;
  return (value) => {
    if (Array.isArray(value)) return value.map((item) => readItem(item));
    return isObject(value) ? readObject(value) : value;
  };
}

function compileObject(fields: ReadonlyMap<string, Field>): (object: unknown) => object {
  return (object) => {
    const values = [...fields].map(([name, { from, read }]) => [name, read(from.reduce(ownProperty, object))] as const);
    // Makes own properties only, whatever their names are.
    return Object.fromEntries(values.filter(([, value]) => value !== undefined));
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
