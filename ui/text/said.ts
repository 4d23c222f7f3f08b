/** A text in English and in Portuguese. One that tells something of the world is a function. */
type Said = readonly [en: string, pt: string] | readonly [en: Telling<never>, pt: Telling<never>];
type Telling<G extends readonly unknown[]> = (...given: G) => string;

export interface Table {
  readonly [name: string]: Said | Table;
}

/** A text that tells something, in both languages. */
export function said<G extends readonly unknown[]>(en: Telling<G>, pt: Telling<G>): readonly [Telling<G>, Telling<G>] {
  return [en, pt];
}

/** How many there are of something, in both languages: of one, and of more. */
export function counted([one, many]: readonly [string, string], [um, muitos]: readonly [string, string]) {
  return said(
    (count: number) => `${count} ${count === 1 ? one : many}`,
    (count) => `${count} ${count === 1 ? um : muitos}`,
  );
}
