/**
 * A text in English and in Portuguese. `{0}` stands for the first thing that it tells of the world, and `{0|hold|holds}` for
 * a word for one and for more of it; of three words the first is for none. In a word `#` is the number.
 */
type Said = readonly [en: string, pt: string];

export interface Table {
  readonly [name: string]: Said | Table;
}

export type Fact = string | number;

/** Returns a text with what it tells. What is not given stays a hole. */
export function filled(said: string, facts: Readonly<Record<string, Fact>>): string {
  return said.replace(/\{(\w+)\|?([^}]*)\}/g, (hole, name: string, words: string) => {
    const fact = facts[name];
    if (fact === undefined) return hole;
    const [more = "#", one = more, none = more] = words === "" ? [] : words.split("|").toReversed();
    const word = fact === 0 ? none : fact === 1 ? one : more;
    return word.replaceAll("#", () => String(fact));
  });
}
