import { mergeSchema, type Schema } from "./schema.ts";
import { describeFields, isListShape, type Shape, shapeAt } from "./shape.ts";
import { SpecError } from "./spec-error.ts";

/** The properties by their place: null where a view fills them, or why none does. */
export type FieldFindings = Map<string, string | null>;

export interface BodyContext {
  readonly operationId: string;
  readonly outcome?: string;
  /** What `$status`, `$message`, `$code` and `$type` mean; a notification has none of them. */
  readonly answer?: { readonly outcome: string; readonly status: number; readonly description: string };
  readonly findings: FieldFindings;
}

/** Reads or builds a value from the view in scope; `root` is the whole view. */
type Build = (scope: unknown, root: unknown) => unknown;

/**
 * Compiles a JSON schema into a function that builds the body from a view. The body is a tree of plain objects for
 * `JSON.stringify`: measured beside generated code and generated strings it costs 0.3 to 0.5 µs more for a balance,
 * a hundredth of a request, and can be read and stepped through.
 * @throws SpecError when the schema needs what the shape lacks.
 */
export function compileBody(schema: Schema, shape: Shape, context: BodyContext): (view: unknown) => unknown {
  const build = compileValue(schema, shape, [], "$", context);
  if (build === null) throw missing(schema, shape, [], "$", context);
  return (view) => build(view, view);
}

/** Null when the scope lacks the value. `byDefault` is the path of the value when neither const nor x-value say it. */
function compileValue(
  unmerged: Schema,
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
  if (context.answer === undefined)
    throw new SpecError(`x-value ${source} means nothing in a notification`, { ...context, at });
  const { outcome, status, description } = context.answer;
  const code = outcome.replaceAll("-", "_").toUpperCase();
  const type = `urn:saldo:problem:${outcome}`;
  const specials = new Map<string, Build>([
    ["$status", () => status],
    ["$message", (_scope, root) => fieldOf(root, "message") ?? description],
    ["$code", () => code],
    ["$type", () => type],
  ]);
  const build = specials.get(source);
  if (build !== undefined) return build;
  const allowed = ["$", ...specials.keys()].join(", ");
  throw new SpecError(`unknown x-value "${source}"; allowed: ${allowed} or a path of fields`, { ...context, at });
}

function sourcePath(schema: Schema, byDefault: readonly string[], at: string, context: BodyContext): readonly string[] {
  const source: unknown = schema["x-value"];
  if (source === undefined) return byDefault;
  if (typeof source !== "string" || source === "") throw new SpecError("x-value must be a text", { ...context, at });
  return source === "$" ? [] : source.split(".");
}

/** Null when the value is to be copied as it is. */
function compileContent(schema: Schema, shape: Shape, at: string, context: BodyContext): Build | null {
  if (shape === true) return null;
  if (isListShape(shape)) {
    refuseKind(schema, "array", "a list", at, context);
    if (schema.items === undefined) return null;
    return compileItems(schema.items, shape[0], at, context);
  }
  refuseKind(schema, "object", `an object (${describeFields(shape)})`, at, context);
  return schema.properties === undefined ? copyFields(Object.keys(shape)) : compileObject(schema, shape, at, context);
}

function compileItems(items: Schema, shape: Shape, at: string, context: BodyContext): Build | null {
  const build = compileValue(items, shape, [], `${at}[*]`, context);
  if (build === null) throw missing(items, shape, [], `${at}[*]`, context);
  if (build === copy) return null;
  return (list, root) => (Array.isArray(list) ? list.map((item) => build(item, root)) : list);
}

function compileObject(schema: Schema, shape: Shape, at: string, context: BodyContext): Build {
  const properties: [string, Build][] = [];
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    const place = /^[\w-]+$/.test(name) ? `${at}.${name}` : `${at}[${JSON.stringify(name)}]`;
    const build = compileValue(property, shape, [name], place, context);
    if (build !== null) {
      context.findings.set(place, null);
      properties.push([name, build]);
    } else if (schema.required?.includes(name)) {
      throw missing(property, shape, [name], place, context);
    } else if (!context.findings.has(place)) {
      context.findings.set(place, describeMissing(property, shape, [name]));
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
  return rest.length === 0 ? (scope) => fieldOf(scope, first) : (scope) => path.reduce(fieldOf, scope);
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

function refuseKind(schema: Schema, kind: "array" | "object", has: string, at: string, context: BodyContext) {
  if (schema.type === undefined || [schema.type].flat().includes(kind)) return;
  throw new SpecError(`the schema says ${[schema.type].flat().join(" or ")}, the view has ${has}`, { ...context, at });
}

function missing(
  schema: Schema,
  scope: Shape,
  byDefault: readonly string[],
  at: string,
  context: BodyContext,
): SpecError {
  return new SpecError(describeMissing(schema, scope, byDefault), { ...context, at });
}

function describeMissing(schema: Schema, scope: Shape, byDefault: readonly string[]): string {
  return `the view has no field "${schema["x-value"] || byDefault.join(".")}"; ${describeFields(scope)}`;
}
