/** More of a state does not help people. */
const MAX_SHOWN_CHARACTERS = 60;

/** How many characters are shown in front of the first one that differs. */
const SHOWN_BEFORE = 20;

/** Says how two readings differ: `from "3" to "4"`; of equal ones only what they are. `redacted`: removes secrets. */
export function changeText(
  before: readonly string[],
  after: readonly string[],
  redacted: (text: string) => string,
): string {
  const changed = [...before.keys()].filter((at) => before[at] !== after[at]);
  const told = (changed.length === 0 ? [...before.keys()] : changed).map((at) => {
    const one = charactersOf(redacted(before[at] ?? ""));
    const other = charactersOf(redacted(after[at] ?? ""));
    const from = placeOfChange(one, other);
    const which = before.length === 1 ? "" : ` (--effect ${at + 1} of ${before.length})`;
    const text = changed.length === 0 ? shown(one, 0) : `from ${shown(one, from)} to ${shown(other, from)}`;
    return text + which;
  });
  return told.join(", and ");
}

function charactersOf(text: string): readonly string[] {
  return Array.from(text.replaceAll(/\s+/g, " "));
}

/** Returns where to begin, so that the first character that differs is seen. */
function placeOfChange(one: readonly string[], other: readonly string[]): number {
  const longer = one.length > other.length ? one : other;
  const first = longer.findIndex((_, at) => one[at] !== other[at]);
  return first < MAX_SHOWN_CHARACTERS ? 0 : first - SHOWN_BEFORE;
}

function shown(characters: readonly string[], from: number): string {
  const part = characters.slice(from, from + MAX_SHOWN_CHARACTERS);
  const end = from + part.length < characters.length ? "…" : "";
  return `"${from > 0 ? "…" : ""}${part.join("")}${end}"`;
}
