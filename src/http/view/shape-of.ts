/**
 * The shape of a view, as `src/spec` takes it: `true` for a leaf, `[shape]` for a list, an object for its fields. Typed
 * by the view, so that a view and what the document may ask of it cannot drift apart.
 */
export type ShapeOf<T> = [T] extends [readonly (infer E)[]]
  ? readonly [ShapeOf<NonNullable<E>>]
  : [T] extends [object]
    ? { readonly [K in keyof T]-?: ShapeOf<NonNullable<T[K]>> }
    : true;
