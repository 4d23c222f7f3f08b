import type { KeptList } from "../../spec/kept-list.ts";

/**
 * The shape of a view in the form of `src/spec`: `true` for a leaf, `[shape]` for a list, an object for its fields. A view
 * can have more fields; documents name only those of the shape.
 */
export type ShapeOf<T> = [T] extends [readonly (infer E)[]]
  ? readonly [ShapeOf<NonNullable<E>>]
  : [T] extends [KeptList<infer _, infer V>]
    ? readonly [ShapeOf<NonNullable<V>>]
    : [T] extends [object]
      ? { readonly [K in keyof T]?: ShapeOf<NonNullable<T[K]>> }
      : true;
