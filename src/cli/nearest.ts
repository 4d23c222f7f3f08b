/** More slips than these, and another name is meant. */
const mostSlips = 3;

/** The name that takes the fewest slips to become this one; undefined where none is near. */
export function nearest(given: string, names: readonly string[]): string | undefined {
  const word = given.toLowerCase();
  const most = Math.min(mostSlips, Math.floor(given.length / 2));
  const measured = names.map((name) => ({ name, slips: slipsBetween(word, name.toLowerCase()) }));
  const [best] = measured.toSorted((one, other) => one.slips - other.slips);
  return best !== undefined && best.slips <= most ? best.name : undefined;
}

/** How many letters are wrong, missing, too many, or changed places with the one beside them. */
function slipsBetween(one: string, other: string): number {
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1];
      const isSwapped = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      const single = Math.min(slipsAt(row, j) + 1, slipsAt(next, j - 1) + 1, slipsAt(row, j - 1) + (isSame ? 0 : 1));
      next.push(isSwapped ? Math.min(single, slipsAt(before, j - 2) + 1) : single);
    }
    before = row;
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

/** Returns a message about an unknown property with what was perhaps meant in the place of all that is allowed. */
export function suggesting(message: string): string {
  return message.replace(/^(unknown property `([^`]*)`); allowed: (.*)$/s, (all, beginning, name, names) => {
    const near = nearest(name, names.replaceAll("`", "").split(", "));
    return near === undefined ? all : `${beginning}; is it \`${near}\`?`;
  });
}
