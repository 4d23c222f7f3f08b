/**
 * The shape of a view in the form of `src/spec`: `true` for a leaf, `[shape]` for a list, an object for its fields. The
 * compiler checks it against the view.
 */
export type ShapeOf<T> = [T] extends [readonly (infer E)[]]
  ? readonly [ShapeOf<NonNullable<E>>]
  : [T] extends [object]
    ? { readonly [K in keyof T]-?: ShapeOf<NonNullable<T[K]>> }
    : true;
