/** With more slips than these, another name is meant. */
const MAX_SLIPS = 3;

/** With fewer characters than these, the beginning of a name says little. */
const MIN_BEGINNING = 4;

/**
 * Returns the name that takes the fewest slips to become this one, else the only one that begins with it; undefined where
 * none is near.
 */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const most = Math.min(MAX_SLIPS, Math.floor(given.length / 2));
  // Comparing takes long, and a name of another length takes at least the difference.
  const alike = names.filter((name) => Math.abs(name.length - given.length) <= most);
  const measured = alike.map((name) => ({ name, slips: slipsBetween(given.toLowerCase(), name.toLowerCase()) }));
  const [best] = measured.toSorted((one, other) => one.slips - other.slips);
  return best !== undefined && best.slips <= most ? best.name : onlyWithBeginning(given, names);
}

function onlyWithBeginning(given: string, names: readonly string[]): string | undefined {
  const found = names.filter((name) => name.toLowerCase().startsWith(given.toLowerCase()));
  return given.length >= MIN_BEGINNING && found.length === 1 ? found[0] : undefined;
}

/** Returns how many characters are wrong, missing or too many. */
function slipsBetween(one: string, other: string): number {
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (const [index, character] of Array.from(one).entries()) {
    const next = [index + 1];
    for (let j = 1; j <= other.length; j++) {
      const changed = slipsAt(row, j - 1) + (character === other[j - 1] ? 0 : 1);
      next.push(Math.min(slipsAt(row, j) + 1, slipsAt(next, j - 1) + 1, changed));
    }
    row = next;
  }
  return slipsAt(row, other.length);
}

function slipsAt(row: readonly number[], index: number): number {
  return row[index] ?? Number.POSITIVE_INFINITY;
}

/** Returns the one of these names that was perhaps meant, else all that are allowed; for the end of a message. */
export function closest(given: string, names: readonly string[]): string {
  const near = nearest(given, names);
  return near === undefined ? allowed(names) : `is it ${near}?`;
}

/** Returns what is allowed, for the end of a message. */
export function allowed(names: readonly string[]): string {
  const all = [...new Set(names)];
  return all.length === 0 ? "there are none" : `allowed ${all.length === 1 ? "is" : "are"} ${all.join(", ")}`;
}
