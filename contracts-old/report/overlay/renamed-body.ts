import { isObject, type Json, type JsonObject } from "../../description/json.ts";
import { payloadOf, seenMark } from "./payload-place.ts";
import { mapParts, plainSchema, propertiesOf, textsOf } from "./plain-schema.ts";

/** A property that is called otherwise; the items of a list have no segment of their own. */
export interface Renaming {
  readonly path: readonly string[];
  readonly to: string;
}

/**
 * Where a property is that a change names: in the payload, else from the root of the body.
 * @returns a sentence where there is none, or where the new name would put it elsewhere.
 */
export function findRenaming(document: JsonObject, schema: JsonObject, from: string, to: string): Renaming | string {
  const { place, schema: payload } = payloadOf(document, schema);
  const inPayload = pathIn(document, payload, from);
  const path = inPayload === undefined ? pathIn(document, schema, from) : [...place, ...inPayload];
  if (path === undefined) return `the description has no property "${from}" there`;
  const parent = from.split(".").slice(0, -1).join(".");
  const isSibling = parent !== "" && to.startsWith(`${parent}.`);
  const name = isSibling ? to.slice(parent.length + 1) : to;
  return name.includes(".") && from.includes(".") ? "it has moved to another container" : { path, to: name };
}

/** Those that can be carried out together, and those whose new name another property of the same object has. */
export function withoutCollisions(
  document: JsonObject,
  schema: JsonObject,
  renamings: readonly Renaming[],
): { readonly possible: readonly Renaming[]; readonly colliding: readonly Renaming[] } {
  const colliding = renamings.filter(({ path, to }) => {
    const parent = path.slice(0, -1);
    const siblings = renamings.filter((other) => sameJson(other.path.slice(0, -1), parent));
    const names = Object.keys(propertiesOf(objectIn(document, schema, parent) ?? {})).filter(
      (name) => name !== path.at(-1),
    );
    const called = names.map((name) => siblings.find((other) => other.path.at(-1) === name)?.to ?? name);
    return called.includes(to);
  });
  if (colliding.length === 0) return { possible: renamings, colliding };
  // One that keeps its name may be in the way of the next.
  const rest = withoutCollisions(
    document,
    schema,
    renamings.filter((renaming) => !colliding.includes(renaming)),
  );
  return { possible: rest.possible, colliding: [...colliding, ...rest.colliding] };
}

/** The schema with its properties called so; what they show stays. */
export function renamedSchema(document: JsonObject, schema: JsonObject, renamings: readonly Renaming[]): JsonObject {
  if (renamings.length === 0) return schema;
  return mapParts(document, schema, (part) => {
    if (isObject(part.items)) {
      const items = renamedSchema(document, part.items, renamings);
      return items === part.items ? part : { ...part, items };
    }
    const before = Object.entries(propertiesOf(part));
    const after = before.map(([name, property]) => renamedProperty(document, name, property, renamings));
    if (after.every(([name, property], index) => name === before[index]?.[0] && property === before[index][1]))
      return part;
    const required = textsOf(part.required).map((name) => nameFor(renamings, name) ?? name);
    return { ...part, ...(part.required && { required }), properties: Object.fromEntries(after) };
  });
}

function renamedProperty(
  document: JsonObject,
  name: string,
  property: JsonObject,
  renamings: readonly Renaming[],
): readonly [string, JsonObject] {
  const inside = renamedSchema(document, property, below(renamings, name));
  const to = nameFor(renamings, name);
  if (to === undefined) return [name, inside];
  const source = plainSchema(document, property)["x-value"] ?? name;
  return [to, { ...inside, "x-value": source, "x-assumed": seenMark }];
}

/** The same for an example. */
export function renamedExample(example: Json, renamings: readonly Renaming[]): Json {
  if (Array.isArray(example)) return example.map((item: Json) => renamedExample(item, renamings));
  if (!isObject(example)) return example;
  const members = Object.entries(example).map(([name, value]) => {
    return [nameFor(renamings, name) ?? name, renamedExample(value, below(renamings, name))];
  });
  return Object.fromEntries(members);
}

function nameFor(renamings: readonly Renaming[], name: string): string | undefined {
  return renamings.find(({ path }) => path.length === 1 && path[0] === name)?.to;
}

function below(renamings: readonly Renaming[], name: string): readonly Renaming[] {
  const inside = renamings.filter(({ path }) => path.length > 1 && path[0] === name);
  return inside.map(({ path, to }) => ({ path: path.slice(1), to }));
}

/** A name may itself have dots; a list's items may be written as `[]`, `*` or a number. */
function pathIn(document: JsonObject, schema: JsonObject, from: string): readonly string[] | undefined {
  const dotted = from.replaceAll(/\[[\d*]*\]/g, "").split(".");
  const candidates = [[from], dotted, dotted.filter((name) => !/^(\*|\d+)$/.test(name))];
  return candidates.find((path) => {
    const name = path.at(-1);
    const parent = objectIn(document, schema, path.slice(0, -1));
    return name !== undefined && parent !== undefined && Object.hasOwn(propertiesOf(parent), name);
  });
}

/** The plain schema of the object at a path, through lists. */
function objectIn(document: JsonObject, schema: JsonObject, path: readonly string[]): JsonObject | undefined {
  const plain = plainSchema(document, schema);
  if (isObject(plain.items)) return objectIn(document, plain.items, path);
  const [first, ...rest] = path;
  if (first === undefined) return plain;
  const properties = propertiesOf(plain);
  const property = Object.hasOwn(properties, first) ? properties[first] : undefined;
  return property && objectIn(document, property, rest);
}

function sameJson(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
