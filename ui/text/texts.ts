import type { en } from "./en.ts";

/** The texts of a language. One that lacks a text does not compile. */
export type Texts = Shape<typeof en>;

type Shape<T> = { readonly [K in keyof T]: ShapeOf<T[K]> };
type ShapeOf<T> = T extends string
  ? string
  : T extends (...given: infer G) => string
    ? (...given: G) => string
    : Shape<T>;
