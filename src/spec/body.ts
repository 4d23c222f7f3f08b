import type { SchemaObject } from "openapi3-ts/oas31";
import { type AnySchema, mergeSchema } from "./merge-schema.ts";
import { describeFields, isListShape, type Shape, shapeAt } from "./shape.ts";
import { SpecError } from "./spec-error.ts";

/** Optional properties met while compiling: those that a view fills, and those that it does not, with the complaint. */
export interface FieldSightings {
  readonly present: Set<string>;
  readonly absent: Map<string, string>;
}

export interface BodyContext {
  readonly operationId: string;
  readonly outcome?: string;
  /** What `$status`, `$message`, `$code` and `$type` mean; a notification has none of them. */
  readonly answer?: { readonly outcome: string; readonly status: number; readonly description: string };
  readonly sightings: FieldSightings;
}

/** Reads or builds a value from the view in scope; `root` is the whole view. */
type Build = (scope: unknown, root: unknown) => unknown;

/**
 * Compiles a JSON schema into a function that builds the body from a view. The body is a tree of plain objects for
 * `JSON.stringify`: measured beside generated code and generated strings it costs 0.3 to 0.5 µs more for a balance,
 * a hundredth of a request, and can be read and stepped through.
 * @throws SpecError when the schema needs what the shape lacks.
 */
export function compileBody(schema: AnySchema, shape: Shape, context: BodyContext): (view: unknown) => unknown {
  const build = compileValue(schema, shape, [], "$", context);
  if (build === null) throw missing(schema, shape, [], "$", context);
  return (view) => build(view, view);
}

/** Null when the scope lacks the value. `byDefault` is the path of the value when neither const nor x-value say it. */
function compileValue(
  unmerged: AnySchema,
  scope: Shape,
  byDefault: readonly string[],
  at: string,
  context: BodyContext,
): Build | null {
  const schema = mergeSchema(unmerged, { ...context, at });
  if ("const" in schema) {
    const constant: unknown = schema.const;
    return () => constant;
  }
  const special = compileSpecial(schema["x-value"], at, context);
  if (special !== null) return special;
  const path = sourcePath(schema, byDefault, at, context);
  const shape = shapeAt(scope, path);
  if (shape === undefined) return null;
  return compose(compileRead(path), compileContent(schema, shape, at, context));
}

function compileSpecial(source: unknown, at: string, context: BodyContext): Build | null {
  if (typeof source !== "string" || !source.startsWith("$") || source === "$") return null;
  const { answer } = context;
  if (answer === undefined)
    throw new SpecError(`x-value ${source} means nothing in a notification`, { ...context, at });
  const code = answer.outcome.replaceAll("-", "_").toUpperCase();
  const type = `urn:saldo:problem:${answer.outcome}`;
  const { status, description } = answer;
  switch (source) {
    case "$status":
      return () => status;
    case "$code":
      return () => code;
    case "$type":
      return () => type;
    case "$message":
      return (_scope, root) => fieldOf(root, "message") ?? description;
    default: {
      const allowed = "$, $status, $message, $code, $type or a path of fields";
      throw new SpecError(`unknown x-value "${source}"; allowed: ${allowed}`, { ...context, at });
    }
  }
}

function sourcePath(
  schema: SchemaObject,
  byDefault: readonly string[],
  at: string,
  context: BodyContext,
): readonly string[] {
  const source: unknown = schema["x-value"];
  if (source === undefined) return byDefault;
  if (typeof source !== "string" || source === "") throw new SpecError("x-value must be a text", { ...context, at });
  return source === "$" ? [] : source.split(".");
}

/** Null when the value is to be copied as it is. */
function compileContent(schema: SchemaObject, shape: Shape, at: string, context: BodyContext): Build | null {
  if (shape === true) return null;
  if (isListShape(shape)) {
    refuseKind(schema, "array", "a list", at, context);
    if (schema.items === undefined) return null;
    return compileItems(schema.items, shape[0], at, context);
  }
  refuseKind(schema, "object", `an object (${describeFields(shape)})`, at, context);
  return schema.properties === undefined ? copyFields(Object.keys(shape)) : compileObject(schema, shape, at, context);
}

function compileItems(items: AnySchema, shape: Shape, at: string, context: BodyContext): Build | null {
  const build = compileValue(items, shape, [], `${at}[*]`, context);
  if (build === null) throw missing(items, shape, [], `${at}[*]`, context);
  if (build === copy) return null;
  return (list, root) => (Array.isArray(list) ? list.map((item) => build(item, root)) : list);
}

function compileObject(schema: SchemaObject, shape: Shape, at: string, context: BodyContext): Build {
  const properties: [string, Build][] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const place = /^[\w-]+$/.test(name) ? `${at}.${name}` : `${at}[${JSON.stringify(name)}]`;
    const build = compileValue(property, shape, [name], place, context);
    if (build !== null) {
      context.sightings.present.add(place);
      properties.push([name, build]);
    } else if (schema.required?.includes(name)) {
      throw missing(property, shape, [name], place, context);
    } else {
      context.sightings.absent.set(place, missing(property, shape, [name], place, {}).message);
    }
  }
  return (scope, root) => {
    const built: Record<string, unknown> = {};
    for (const [name, build] of properties) {
      const value = build(scope, root);
      if (value !== undefined) built[name] = value;
    }
    return built;
  };
}

function compileRead(path: readonly string[]): Build {
  const [first, ...rest] = path;
  if (first === undefined) return copy;
  if (rest.length === 0) return (scope) => fieldOf(scope, first);
  return (scope) => path.reduce(fieldOf, scope);
}

/** What is not there stays away and null stays null: content is built only for a value. */
function compose(read: Build, content: Build | null): Build {
  if (content === null) return read;
  return (scope, root) => {
    const value = read(scope, root);
    return value === undefined || value === null ? value : content(value, root);
  };
}

/** Free-form content: the fields of the shape, so that a view's own `type` and `message` stay inside. */
function copyFields(fields: readonly string[]): Build {
  return (scope) => Object.fromEntries(fields.map((field) => [field, fieldOf(scope, field)]));
}

function copy(scope: unknown): unknown {
  return scope;
}

function fieldOf(value: unknown, field: string): unknown {
  // A view is a plain object of ours, and `shapeAt` has allowed its own fields only.
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>)[field] : undefined;
}

function refuseKind(schema: SchemaObject, kind: "array" | "object", has: string, at: string, context: BodyContext) {
  if (schema.type === undefined || [schema.type].flat().includes(kind)) return;
  throw new SpecError(`the schema says ${[schema.type].flat().join(" or ")}, the view has ${has}`, { ...context, at });
}

function missing(
  schema: AnySchema,
  scope: Shape,
  byDefault: readonly string[],
  at: string,
  place: { operationId?: string; outcome?: string },
): SpecError {
  const wanted: unknown = ("x-value" in schema && schema["x-value"]) || byDefault.join(".");
  return new SpecError(`the view has no field "${wanted}"; ${describeFields(scope)}`, { ...place, at });
}
