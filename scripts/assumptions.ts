/** What interface.yaml assumes: every node with `x-assumed`, as its head comment defines them. */

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [key: string]: Json;
}

export const assumptionKinds = ["behaviour", "operation", "notification", "parameter", "response", "property"] as const;
export type AssumptionKind = (typeof assumptionKinds)[number];

export interface Assumption {
  readonly kind: AssumptionKind;
  /** From the root of the document, with its references in place. */
  readonly path: readonly string[];
  readonly node: JsonObject;
  readonly why: string;
}

/**
 * Every mark in the document, in its order.
 * @throws Error for a mark that is no sentence, or on a node that is no fact.
 */
export function collectAssumptions(document: JsonObject): readonly Assumption[] {
  return Array.from(nodes(document, []), ([path, node]) => toAssumption(path, node));
}

function* nodes(value: Json, path: readonly string[]): Generator<[readonly string[], JsonObject]> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* nodes(item, [...path, String(index)]);
  } else if (isObject(value)) {
    if ("x-assumed" in value) yield [path, value];
    for (const [key, item] of Object.entries(value)) {
      if (!isExample(key, path)) yield* nodes(item, [...path, key]);
    }
  }
}

/** Examples hold what a client sees, where a key means nothing to us; a property may still be called so. */
function isExample(key: string, path: readonly string[]): boolean {
  return ["example", "examples"].includes(key) && path.at(-1) !== "properties";
}

function toAssumption(path: readonly string[], node: JsonObject): Assumption {
  const kind = kindAt(path);
  const why = node["x-assumed"];
  if (kind === undefined) throw new Error(`${path.join("/")}: x-assumed on a node that is no fact`);
  if (typeof why !== "string" || !/^[A-Z].*\.$/.test(why))
    throw new Error(`${path.join("/")}: x-assumed is no sentence`);
  return { kind, path, node, why };
}

/** The kind of fact that stands at a path, or undefined where there is none. */
export function kindAt(path: readonly string[]): AssumptionKind | undefined {
  const [root, section] = path;
  const parent = path.at(-2);
  if (parent === "properties") return "property";
  if (parent === "parameters") return "parameter";
  if (root === "x-behaviours" && path.length === 2) return "behaviour";
  if (root === "paths" && path.length === 3) return "operation";
  if (root === "webhooks" && path.length === 3) return "notification";
  if (root === "components" && section === "responses" && path.length === 3) return "response";
  return undefined;
}

/** A JSONPath (RFC 9535) for an Overlay's `target`. Parameters are found by name, because their place may change. */
export function jsonPath(document: JsonObject, path: readonly string[]): string {
  return path.reduce((target, key, depth) => target + segment(document, path.slice(0, depth), key), "$");
}

function segment(document: JsonObject, parents: readonly string[], key: string): string {
  const parent = valueAt(document, parents);
  if (Array.isArray(parent)) {
    const item: Json = parent[Number(key)] ?? null;
    if (parents.at(-1) === "parameters" && isObject(item)) return `[?@.name == '${item.name}']`;
    return `[${key}]`;
  }
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(key) ? `.${key}` : `['${key}']`;
}

/** The value at a path; null where there is none. */
export function valueAt(document: Json, path: readonly string[]): Json {
  return path.reduce<Json>((value, key) => {
    if (Array.isArray(value)) return value[Number(key)] ?? null;
    return isObject(value) ? (value[key] ?? null) : null;
  }, document);
}

/** Where the paths and `x-responses` refer to a response of the components, with the status as the last key. */
export function usesOfResponse(document: JsonObject, name: string): readonly (readonly string[])[] {
  const uses: string[][] = [];
  for (const path of [...responsesOfOperations(document), ["x-responses"]]) {
    for (const [status, response] of entries(valueAt(document, path))) {
      if (isObject(response) && response.$ref === `#/components/responses/${name}`) uses.push([...path, status]);
    }
  }
  return uses;
}

function responsesOfOperations(document: JsonObject): string[][] {
  return entries(valueAt(document, ["paths"])).flatMap(([path, item]) =>
    entries(item)
      .filter(([, operation]) => isObject(operation) && "responses" in operation)
      .map(([method]) => ["paths", path, method, "responses"]),
  );
}

function entries(value: Json): [string, Json][] {
  return isObject(value) ? Object.entries(value) : [];
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
