/** What a view holds: `true` is a leaf, copied as it is; `[shape]` a list; an object names its fields. */
export type Shape = true | readonly [Shape] | ObjectShape;

export interface ObjectShape {
  readonly [field: string]: Shape;
}

/** Returns the shape at a path (`[]` is the scope itself), or undefined if the scope has no such field. */
export function shapeAt(scope: Shape, path: readonly string[]): Shape | undefined {
  let shape: Shape | undefined = scope;
  for (const field of path) {
    if (shape === undefined || shape === true || isListShape(shape) || !Object.hasOwn(shape, field)) return undefined;
    shape = shape[field];
  }
  return shape;
}

export function isListShape(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

/** Returns which fields can be named in this scope, for messages. */
export function describeFields(scope: Shape): string {
  if (scope === true) return "it is a single value without fields";
  if (isListShape(scope)) return "it is a list without fields of its own";
  const fields = Object.keys(scope);
  return fields.length === 0 ? "it has no fields" : `it has: ${fields.join(", ")}`;
}
