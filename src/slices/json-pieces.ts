/** A value of at most this many parts becomes one piece. */
const MAX_PARTS = 1_000;

/**
 * Yields the text of `JSON.stringify` in pieces of some kilobytes. For a large value, one text takes much memory and
 * blocks the process. `indent` is as in `JSON.stringify`.
 */
export function* jsonPieces(
  value: unknown,
  indent: "" | "  " = "",
  maxParts = MAX_PARTS,
  margin = "",
): Generator<string, void> {
  if (typeof value !== "object" || value === null || !hasMoreParts(value, maxParts)) {
    yield textOf(value, indent, margin);
    return;
  }
  const inner = indent === "" ? "" : `\n${margin}${indent}`;
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  let count = 0;
  for (const [name, part] of partsToWrite(value)) {
    const separator = `${count === 0 ? open : ","}${inner}`;
    yield name === null ? separator : `${separator}${JSON.stringify(name)}:${indent === "" ? "" : " "}`;
    yield* jsonPieces(part, indent, maxParts, margin + indent);
    count += 1;
  }
  // All members of an object can be left out.
  if (count === 0) yield `${open}${close}`;
  else yield `${indent === "" ? "" : `\n${margin}`}${close}`;
}

/**
 * Yields the same text in chunks of about `characters`, since each write and each update of a hash has a cost. Indented
 * text ends with a line break, as files do.
 */
export function* jsonChunks(value: unknown, characters: number, indent: "" | "  " = ""): Generator<string, void> {
  let text = "";
  for (const piece of jsonPieces(value, indent)) {
    text += piece;
    if (text.length < characters) continue;
    yield text;
    text = "";
  }
  yield indent === "" ? text : `${text}\n`;
}

/** Yields an object's members with their names, or a list's items. What JSON cannot express is left out, or null. */
function* partsToWrite(value: object): Iterable<readonly [name: string | null, part: unknown]> {
  if (Array.isArray(value)) for (const item of value) yield [null, item ?? null];
  else for (const [name, member] of Object.entries(value)) if (member !== undefined) yield [name, member];
}

function textOf(value: unknown, indent: string, margin: string): string {
  const text = JSON.stringify(value, null, indent);
  return margin === "" ? text : text.replaceAll("\n", `\n${margin}`);
}

/** Returns whether a value has more members and items than the limit; stops counting soon after it. */
export function hasMoreParts(value: object, limit: number): boolean {
  const pending: object[] = [value];
  let parts = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const inner: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    parts += inner.length;
    if (parts > limit) return true;
    for (const part of inner) if (typeof part === "object" && part !== null) pending.push(part);
  }
  return false;
}
