import { mergeSchema, type Schema } from "./schema.ts";
import type { SpecPlace } from "./spec-error.ts";

/** What a view holds: `true` is a leaf, copied as it is; `[shape]` a list; an object names its fields. */
export type Shape = true | readonly [Shape] | ObjectShape;

export interface ObjectShape {
  readonly [field: string]: Shape;
}

/** Returns the shape of a view that has what a schema shows, under the same names. */
export function shapeOf(unmerged: Schema, place: SpecPlace): Shape {
  const { properties, items } = mergeSchema(unmerged, place);
  if (properties === undefined) return items === undefined ? true : [shapeOf(items, place)];
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, shapeOf(property, place)]));
}

/** Returns the shape at a path (`[]` is the scope itself), or undefined if the scope has no such field. */
export function shapeAt(scope: Shape, path: readonly string[]): Shape | undefined {
  let shape: Shape | undefined = scope;
  for (const field of path) {
    if (shape === undefined || !isObjectShape(shape) || !Object.hasOwn(shape, field)) return undefined;
    shape = shape[field];
  }
  return shape;
}

export function isListShape(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

export function isObjectShape(shape: Shape): shape is ObjectShape {
  return shape !== true && !isListShape(shape);
}

/** Returns which fields can be named in this scope, for messages. */
export function describeFields(scope: Shape): string {
  if (scope === true) return "it is a single value without fields";
  if (isListShape(scope)) return "it is a list without fields of its own";
  const fields = Object.keys(scope);
  return fields.length === 0 ? "it has no fields" : `it has: ${fields.join(", ")}`;
}
