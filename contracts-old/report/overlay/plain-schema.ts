import { isObject, type Json, type JsonObject } from "../../description/json.ts";

/** The node that a reference names, with what stands beside the reference; any other node as it is. */
export function resolved(document: JsonObject, node: JsonObject): JsonObject {
  const { $ref, ...beside } = node;
  if (typeof $ref !== "string") return node;
  const names = $ref.split("/").slice(1);
  const target = names
    .map((name) => decodeURIComponent(name).replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<Json | undefined>((value, name) => memberOf(value, name), document);
  return isObject(target) ? { ...resolved(document, target), ...beside } : node;
}

/**
 * A schema as one object schema: what it refers to and the branches of its `allOf` merged into it. Its properties stay as
 * they are written.
 */
export function plainSchema(document: JsonObject, schema: JsonObject): JsonObject {
  const { allOf, ...rest } = resolved(document, schema);
  const branches = Array.isArray(allOf) ? allOf.filter(isObject) : [];
  return [...branches.map((branch) => partOf(plainSchema(document, branch))), rest].reduce(joined, {});
}

/**
 * The schema after a change to itself and to each schema that `allOf` puts it together from. What the change gives back as
 * it was stays as it was written, references too.
 */
export function mapParts(
  document: JsonObject,
  schema: JsonObject,
  change: (part: JsonObject) => JsonObject,
): JsonObject {
  const before = resolved(document, schema);
  const { allOf } = before;
  const branches = Array.isArray(allOf) ? allOf : [];
  const mapped = branches.map((branch: Json) => (isObject(branch) ? mapParts(document, branch, change) : branch));
  const isSame = mapped.every((branch, index) => branch === branches[index]);
  const after = change(isSame ? before : { ...before, allOf: mapped });
  return after === before ? schema : after;
}

/** What a branch is called says nothing of the whole. */
function partOf({ description: _, ...rest }: JsonObject): JsonObject {
  return rest;
}

function joined(earlier: JsonObject, later: JsonObject): JsonObject {
  const both: Record<string, Json> = { ...earlier, ...later };
  const [before, after] = [propertiesOf(earlier), propertiesOf(later)];
  if (earlier.properties !== undefined && later.properties !== undefined) {
    const twice = Object.entries(after).filter(([name]) => Object.hasOwn(before, name));
    const merged = twice.map(([name, schema]) => [name, { allOf: [before[name] ?? {}, schema] }]);
    both.properties = { ...before, ...after, ...Object.fromEntries(merged) };
  }
  if (earlier.required !== undefined && later.required !== undefined) {
    both.required = [...new Set([...textsOf(earlier.required), ...textsOf(later.required)])];
  }
  return both;
}

export function propertiesOf(schema: JsonObject): Readonly<Record<string, JsonObject>> {
  const properties = isObject(schema.properties) ? schema.properties : {};
  return Object.fromEntries(
    Object.entries(properties).filter((entry): entry is [string, JsonObject] => isObject(entry[1])),
  );
}

/** What a node has under this name, if it is an object. */
export function objectAt(node: Json | undefined, name: string): JsonObject | undefined {
  const member = memberOf(node, name);
  return isObject(member) ? member : undefined;
}

export function textsOf(list: Json | undefined): readonly string[] {
  return Array.isArray(list) ? list.filter((item) => typeof item === "string") : [];
}

function memberOf(node: Json | undefined, name: string): Json | undefined {
  return isObject(node) && Object.hasOwn(node, name) ? node[name] : undefined;
}
