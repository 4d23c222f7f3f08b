type Fact = string | number | false | null | undefined;

/** Returns facts in a line, without those that are missing. A name from right to left turns nothing beside it. */
export function factsText(...facts: readonly Fact[]): string {
  return facts
    .filter(Boolean)
    .map((fact) => `\u2068${fact}\u2069`)
    .join(" · ");
}
