import { sourceOf } from "./description.ts";
import { everything, isObject, isSamePlace, type Place } from "./json.ts";
import type { Node, Property, Tree } from "./node.ts";

/** Where a described body has its payload: what is said about the outcome, as opposed to the envelope around it. */
export interface Payload {
  readonly place: Place;
  readonly schema: Node;
  /** Whether all containers around it are shown by the document. */
  readonly documentedPlace: boolean;
}

/** The payload is the property that shows the whole outcome (`x-value: $`), the list, or else the bare body. */
export function describedPayload(tree: Tree, schema: Node): Payload {
  return within(tree, schema, [], true) ?? { place: [], schema, documentedPlace: false };
}

function within(tree: Tree, schema: Node, place: Place, documented: boolean): Payload | undefined {
  if (place.length > 4) return undefined;
  for (const property of tree.properties(schema)) {
    const isDocumented = documented && !property.assumed;
    const inside = { place: [...place, property.name], schema: property.node, documentedPlace: isDocumented };
    if (isListed(tree, schema, property)) return inside;
    const deeper = within(tree, property.node, inside.place, isDocumented);
    if (deeper !== undefined) return deeper;
    // The innermost of containers in containers has the payload.
    if (sourceOf(property.node.value, property.name) === "$") return inside;
  }
  return undefined;
}

/** A list is the payload where nothing is beside it but what says how the request went. */
function isListed(tree: Tree, schema: Node, { node, name }: Property): boolean {
  const siblings = tree.properties(schema).filter((other) => other.name !== name);
  const isAlone = siblings.every((other) => {
    const source = sourceOf(other.node.value, other.name);
    // With the constant name of a rejection beside it, a list only tells more of the rejection.
    return ["$status", "$message"].includes(source) || "const" in other.node.value;
  });
  return isAlone && tree.below(node, "items") !== undefined && sourceOf(node.value, name) !== "$";
}

/** A property that is described to be around the payload: a container of it, or a sibling of one. */
interface AroundPayload {
  readonly property: Property;
  readonly place: Place;
  readonly isContainer: boolean;
}

export function aroundPayload(tree: Tree, schema: Node, payload: Place): readonly AroundPayload[] {
  const [name, ...below] = payload;
  if (name === undefined) return [];
  const properties = tree.properties(schema);
  const own = properties.map((property) => ({ property, place: [property.name], isContainer: property.name === name }));
  const container = properties.find((property) => property.name === name);
  const inside = container === undefined ? [] : aroundPayload(tree, container.node, below);
  return [...own, ...inside.map(({ place, ...rest }) => ({ ...rest, place: [name, ...place] }))];
}

/**
 * Where a body really has it: the described place if something fitting is there, else the nearest to the root of what
 * fits best. Any list fits a list if its items do, and an object one that has at least one of the described properties.
 */
export function foundPayload(tree: Tree, payload: Payload, body: unknown): Place | undefined {
  const items = tree.below(payload.schema, "items");
  const names = tree.properties(items ?? payload.schema).map(({ name }) => name);
  const score = (value: unknown) => (items === undefined ? hits(value, names) : listScore(value, names));
  let best: { readonly place: Place; readonly score: number } | undefined;
  for (const { place, value } of everything(body)) {
    const isDescribed = isSamePlace(place, payload.place);
    // What stands where it is described wins over an equal elsewhere, and is it even if all in it has other names.
    const isOfKind = items === undefined ? isObject(value) : score(value) > 0;
    const own = score(value) + (isDescribed && isOfKind ? 0.5 : 0);
    if (own > (best?.score ?? 0)) best = { place, score: own };
  }
  return best?.place;
}

function hits(value: unknown, names: readonly string[]): number {
  return isObject(value) ? names.filter((name) => Object.hasOwn(value, name)).length : 0;
}

/** An empty list says nothing against itself; one of other things than described does. */
function listScore(value: unknown, names: readonly string[]): number {
  if (!Array.isArray(value)) return 0;
  if (value.length === 0) return 0.1;
  if (names.length === 0) return value.every((item) => typeof item === "string") ? 1 : 0;
  const items = value.slice(0, 50);
  // Records whose members are all called otherwise are records still: the document may show none of the names.
  return Math.max(...items.map((item) => hits(item, names)), items.every(isObject) ? 0.2 : 0);
}
